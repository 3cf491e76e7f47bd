// Version, database, mail, backups and keys of the instance, with a remedy for each problem.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorInstance } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { type Fact, Facts } from '../../parts/sheets/facts.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { measure } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export function Instance() {
  const instance = useQuery({
    queryKey: ['operator', 'instance'],
    queryFn: ({ signal }) => api.get<OperatorInstance>('/operator/instance', {}, signal),
  });
  if (instance.error !== null) return <NotAnswered error={instance.error} again={() => void instance.refetch()} />;
  if (instance.data === undefined) return <Awaited lines={6} />;
  const { data } = instance;
  return (
    <>
      <Section
        title={words.operator.backups}
        aside={data.backup.is_late ? <StatusBadge status="late" name={words.operator.overdue} tone="bad" /> : null}
      >
        <Backups backup={data.backup} />
      </Section>
      <Section
        title={words.operator.mail}
        aside={data.mail.failing > 0 ? <StatusBadge status="failing" /> : null}
        about={
          data.mail.server === null
            ? words.operator.noMailServer({ file: 'unsent-mails.txt', folder: 'DATA_DIR', variable: 'SMTP_URL' })
            : undefined
        }
      >
        <Facts
          facts={[
            ...(data.mail.server === null ? [] : [{ name: words.operator.mailServer, value: data.mail.server }]),
            { name: words.operator.mailQueued, value: words.operator.mailCount({ count: data.mail.waiting }) },
            ...(data.mail.held_back === 0
              ? []
              : [
                  {
                    name: words.operator.mailHeldBack,
                    value: words.operator.mailHeldBackMore({ count: data.mail.held_back }),
                  },
                ]),
            ...(data.mail.failing === 0
              ? []
              : [
                  {
                    name: words.statuses.failing,
                    value: words.operator.mailFailing({ count: data.mail.failing }),
                  },
                ]),
          ]}
        />
      </Section>
      <Section title={words.operator.instance}>
        <Facts facts={factsOf(data)} />
      </Section>
    </>
  );
}

function Backups({ backup }: { readonly backup: OperatorInstance['backup'] }) {
  if (backup.every_seconds === null)
    return (
      <Text>
        {joined(
          words.operator.noBackups({
            to: <code>BACKUP_TO</code>,
            every: <code>BACKUP_EVERY</code>,
            command: <code>quittance backup FILE</code>,
          }),
        )}
      </Text>
    );
  return (
    <Facts
      facts={[
        {
          name: words.operator.lastBackup,
          value:
            backup.good_at === null ? words.operator.noBackupYet({ role: 'worker' }) : <Time at={backup.good_at} />,
        },
        ...(backup.name === null ? [] : [{ name: words.operator.file, value: backup.name }]),
        { name: words.operator.interval, value: spanWords(backup.every_seconds) },
        ...(backup.failure === null ? [] : [{ name: words.operator.lastFailure, value: backup.failure }]),
      ]}
    />
  );
}

function factsOf({ version, public_url, database, sign_up, people, keys }: OperatorInstance): Fact[] {
  return [
    { name: words.operator.version, value: version },
    { name: words.operator.publicUrl, value: public_url },
    {
      name: words.operator.database,
      value: database.is_embedded
        ? words.operator.embedded({ database: `PostgreSQL ${database.version}` })
        : `PostgreSQL ${database.version}`,
    },
    ...(database.stopped === null
      ? []
      : [
          {
            name: words.operator.noQuotes,
            value: words.operator.stopped({ reason: database.stopped, command: 'quittance recover' }),
          },
        ]),
    ...(database.recovered_at === null
      ? []
      : [{ name: words.operator.recovered, value: <Time key="at" at={database.recovered_at} /> }]),
    {
      name: words.operator.clock,
      value:
        database.clock_apart_ms < 5000
          ? words.operator.clockAgrees
          : words.operator.clockApart({ seconds: measure(Math.round(database.clock_apart_ms / 1000), 'second') }),
    },
    {
      name: words.operator.keys,
      value:
        keys > 1
          ? words.operator.twoKeys({ command: 'quittance key rotate', variable: 'SECRET_KEY_OLD' })
          : words.operator.oneKey,
    },
    {
      name: words.operator.signUp,
      value: [
        sign_up === 'open'
          ? words.operator.signUpOpen({ variable: 'SIGN_UP' })
          : words.operator.signUpClosed({ variable: 'SIGN_UP' }),
        words.operator.accountCount({ count: people }),
      ].join(' · '),
    },
  ];
}

function spanWords(seconds: number): string {
  if (seconds % 86_400 === 0) return measure(seconds / 86_400, 'day');
  if (seconds % 3600 === 0) return measure(seconds / 3600, 'hour');
  return measure(seconds / 60, 'minute');
}
