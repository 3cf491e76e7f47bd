// The instance itself: its version and database, mail, backups and keys, each with what to do where it is not well.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorInstance } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { type Fact, Facts } from '../../parts/sheets/facts.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

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
        title="Backups"
        aside={data.backup.is_late ? <StatusBadge status="late" name="Late" tone="bad" /> : null}
      >
        <Backups backup={data.backup} />
      </Section>
      <Section
        title="Mail"
        aside={data.mail.failing > 0 ? <StatusBadge status="failing" /> : null}
        about={
          data.mail.server === null
            ? 'Mails are written to unsent-mails.txt in DATA_DIR. Set SMTP_URL, and they reach people.'
            : undefined
        }
      >
        <Facts
          facts={[
            ...(data.mail.server === null ? [] : [{ name: 'Server', value: data.mail.server }]),
            { name: 'Waiting', value: data.mail.waiting === 0 ? 'none' : `${data.mail.waiting} mails` },
            ...(data.mail.held_back === 0
              ? []
              : [{ name: 'Held back', value: `${data.mail.held_back} within a day: a budget of mail to strangers` }]),
            ...(data.mail.failing === 0
              ? []
              : [
                  {
                    name: 'Failing',
                    value: `${data.mail.failing} of them were refused at least once, and are tried again`,
                  },
                ]),
          ]}
        />
      </Section>
      <Section title="This instance">
        <Facts facts={factsOf(data)} />
      </Section>
    </>
  );
}

function Backups({ backup }: { readonly backup: OperatorInstance['backup'] }) {
  if (backup.every_seconds === null)
    return (
      <Text>
        None is made by itself. Set <code>BACKUP_TO</code> and <code>BACKUP_EVERY</code>, or run{' '}
        <code>quittance backup FILE</code> every day.
      </Text>
    );
  return (
    <Facts
      facts={[
        {
          name: 'Last good one',
          value:
            backup.good_at === null ? (
              'none yet. Is a process with the role worker running?'
            ) : (
              <Time at={backup.good_at} />
            ),
        },
        ...(backup.name === null ? [] : [{ name: 'File', value: backup.name }]),
        { name: 'Every', value: spanWords(backup.every_seconds) },
        ...(backup.failure === null ? [] : [{ name: 'The last try failed', value: backup.failure }]),
      ]}
    />
  );
}

function factsOf({ version, public_url, database, sign_up, people, keys }: OperatorInstance): Fact[] {
  return [
    { name: 'Version', value: version },
    { name: 'Address', value: public_url },
    { name: 'Database', value: `PostgreSQL ${database.version}${database.is_embedded ? ', inside the service' : ''}` },
    ...(database.stopped === null ? [] : [{ name: 'No quotes', value: `${database.stopped}. Run: quittance recover` }]),
    ...(database.recovered_at === null
      ? []
      : [{ name: 'Recovered', value: <Time key="at" at={database.recovered_at} /> }]),
    {
      name: 'Clock',
      value:
        database.clock_apart_ms < 5000
          ? 'agrees with the database'
          : `${Math.round(database.clock_apart_ms / 1000)} seconds from the database’s: set both by NTP`,
    },
    { name: 'Keys', value: keys > 1 ? 'two: run quittance key rotate, then remove SECRET_KEY_OLD' : 'one' },
    {
      name: 'Sign-up',
      value: [sign_up === 'open' ? 'open to everybody' : 'closed', `(SIGN_UP); ${people} with an account`].join(' '),
    },
  ];
}

function spanWords(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [seconds / 60, 'minute'];
  return count === 1 ? unit : `${count} ${unit}s`;
}
