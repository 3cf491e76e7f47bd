// GET /operator/instance: returns the version and the database, and the state of mail, backups and keys.
import type { Environment } from '../../../io/environment.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { nullable, time } from '../../../io/http/schemas.ts';
import { ownVersion } from '../../../io/process/own-version.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readBackupRun } from '../../known/backups/backup-run-store.ts';
import { countHeldBack, heldBackMillis } from '../../known/mails/budget-store.ts';
import { countWaitingMails } from '../../known/mails/store.ts';
import { countPeople } from '../../people/identity/people-store.ts';
import { readStanding, whyNoQuotes } from '../failover/standing-store.ts';
import { listKeyChecks } from '../keys/key-store.ts';
import { operatorOnly, requireOperator } from './require-operator.ts';
import { readServer } from './server-store.ts';

const count = (description: string) => Type.Integer({ description });

const InstanceView = Type.Object({
  version: Type.String(),
  public_url: Type.String(),
  database: Type.Object({
    version: Type.String(),
    is_embedded: Type.Boolean({ description: 'Whether it runs inside the service, in DATA_DIR.' }),
    clock_apart_ms: count('The difference between its clock and this machine’s.'),
    stopped: nullable(Type.String({ description: 'Why quotes are stopped after commits were lost.' })),
    recovered_at: nullable(time),
  }),
  people: count('The number of accounts.'),
  sign_up: Type.Unsafe<'open' | 'closed'>({ type: 'string', enum: ['open', 'closed'] }),
  mail: Type.Object({
    server: nullable(Type.String({ description: 'Its host; null: mails are written to a file in DATA_DIR.' })),
    waiting: count('Unsent mails.'),
    failing: count('Unsent mails that failed at least once. They are given up after 30 tries.'),
    held_back: count('Not sent within the last 24 hours: a limit for mail to unknown recipients was reached.'),
  }),
  backup: Type.Object({
    every_seconds: nullable(count('The interval of planned backups; null: none.')),
    good_at: nullable({ ...time, description: 'The time of the last good one.' }),
    name: nullable(Type.String()),
    failure: nullable(Type.String({ description: 'Why the last try failed.' })),
    is_late: Type.Boolean({ description: 'Whether twice `every_seconds` has passed without a good one.' }),
  }),
  keys: count('The number of secret keys in use: several until `quittance key rotate` was run.'),
});

type Facts = Pick<Environment, 'smtpUrl' | 'databaseUrl' | 'backupEvery' | 'backupTo' | 'signUp'>;

export function getOperatorInstance(instance: Instance, environment: Facts): Operation {
  return operation({
    ...operatorOnly,
    id: 'getOperatorInstance',
    method: 'GET',
    path: '/operator/instance',
    summary: 'Get instance',
    description: 'The settings, and the state of database, mail and backups.',
    answer: InstanceView,
    handle: async ({ caller }) => {
      await requireOperator(instance, caller);
      const { db, publicUrl, clock } = instance;
      const { signUp, smtpUrl } = environment;
      return {
        version: await ownVersion(),
        public_url: publicUrl,
        database: await databaseView(instance, environment),
        people: await countPeople(db),
        sign_up: signUp,
        mail: {
          server: smtpUrl === null ? null : (URL.parse(smtpUrl)?.host ?? ''),
          ...(await countWaitingMails(db)),
          held_back: await countHeldBack(db, new Date(clock.now().getTime() - heldBackMillis)),
        },
        backup: await backupView(instance, environment),
        keys: (await listKeyChecks(db)).length,
      };
    },
  });
}

async function databaseView({ db, clock }: Instance, { databaseUrl }: Facts) {
  const { version, now } = await readServer(db);
  const { recoveredAt } = await readStanding(db);
  return {
    version,
    is_embedded: databaseUrl === null,
    clock_apart_ms: Math.round(Math.abs(now.getTime() - clock.now().getTime())),
    stopped: await whyNoQuotes(db),
    recovered_at: recoveredAt?.toISOString() ?? null,
  };
}

async function backupView({ db, clock }: Instance, { backupEvery, backupTo }: Facts) {
  const every = backupTo === null ? null : backupEvery;
  const { goodAt, name, failure } = await readBackupRun(db);
  const isOld = every !== null && (goodAt === null || clock.now().getTime() - goodAt.getTime() > 2 * every);
  return {
    every_seconds: every === null ? null : Math.round(every / 1000),
    good_at: goodAt?.toISOString() ?? null,
    name,
    failure,
    is_late: isOld,
  };
}
