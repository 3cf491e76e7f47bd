// Two commits change the same person, session or client at once: the second one reads the first one's changes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { listChannelsOf } from '../../src/features/known/channels/channel-store.ts';
import { byCommandLine } from '../../src/features/people/audit/audit-change.ts';
import { confirmUser } from '../../src/features/people/identity/confirm-user.ts';
import { agreeToChange, applySilentChanges } from '../../src/features/people/identity/email-change/change-email.ts';
import {
  agreeToEmailChange,
  recordEmailChange,
} from '../../src/features/people/identity/email-change/email-change-store.ts';
import { resetFactors } from '../../src/features/people/identity/reset-factors.ts';
import { makeFirstPerson } from '../../src/features/people/identity/set-up/make-first-person.ts';
import { judgeCode, renewSetUpLink } from '../../src/features/people/identity/set-up/set-up-link.ts';
import { recordAccountChanges } from '../../src/features/people/identity/sign-in/records/record-account-changes.ts';
import { signInTables } from '../../src/features/people/identity/sign-in/records/sign-in-store.ts';
import { recordProof } from '../../src/features/people/identity/sign-in/second-factor-store.ts';
import { reportWrongCode } from '../../src/features/people/identity/sign-in/wrong-codes/report-wrong-code.ts';
import { findUser, isAddressOurs } from '../../src/features/people/identity/store.ts';
import { createChannel } from '../../src/features/people/notifications/create-channel.ts';
import { findClientOf } from '../../src/features/people/oauth2/clients/client-store.ts';
import { createOauth2Client } from '../../src/features/people/oauth2/clients/create-oauth2-client.ts';
import { rotateOauth2ClientSecret } from '../../src/features/people/oauth2/clients/rotate-oauth2-client-secret.ts';
import { updateOauth2Client } from '../../src/features/people/oauth2/clients/update-oauth2-client.ts';
import { loadSigningKeys } from '../../src/features/people/oauth2/keys/load-signing-keys.ts';
import type { Database } from '../../src/io/db/database.ts';
import { hashToken } from '../../src/io/secrets/token.ts';
import { passes, waits } from '../rig/barrier.ts';
import { openLockStage, type Person, perform } from './lock-stage.ts';

const stage = await openLockStage();
const { instance } = stage;
const { db, seals } = instance;
after(() => stage.close());

const on = (held: Database) => ({ ...instance, db: held });
const origin = byCommandLine.origin;

test('of two who use the set-up link at once, one makes the first account', async () => {
  const code = new URL((await renewSetUpLink(instance)) ?? '').searchParams.get('code') ?? '';
  const { link } = await judgeCode(instance, code);
  assert.ok(link !== null);
  const make = (to: Database, email: string) =>
    makeFirstPerson(on(to), link, { email, password: 'seven wet herons' }, origin);
  const made = await waits(
    db,
    (held) => make(held, 'first@shop.example'),
    () => make(db, 'second@shop.example'),
  );
  assert.deepEqual(
    made.map((user) => (typeof user === 'string' ? user : user?.role)),
    ['operator', undefined],
  );
});

test('of two notification channels that are added at once, one takes the last place', async () => {
  const person = await stage.newUser();
  const { id } = person;
  const provedAt = instance.clock.now();
  const caller = { kind: 'cookie', userId: id, sessionId: randomUUID(), provedAt } as const;
  const add = (to: Database) => {
    const body = { kind: 'slack', name: 'Till', url: 'https://shop.example/hook' };
    return perform(createChannel(on(to)), to, { ...person, caller }, { body });
  };
  for (let added = 1; added < 10; added += 1) await add(db);
  await waits(db, add, () => assert.rejects(add(db), { code: 'validation_failed' }));
  assert.equal((await listChannelsOf(db, id)).length, 10);
});

test('of wrong codes that are given at once, each is counted', async () => {
  const { id } = await stage.newUser();
  const report = (to: Database) => reportWrongCode(on(to), id, origin);
  await waits(db, report, () => report(db));
  await report(db);
  const [row] = await db.query<{ codes: number; mailed: boolean }>(
    'select cardinality(given_at) as codes, mailed_at is not null as mailed from wrong_codes where user_id = $1',
    [id],
  );
  assert.deepEqual(row, { codes: 3, mailed: true });
});

test('both ends agree to an address at once: the second agreement changes it', async () => {
  const { person, links, newEmail } = await wishForEmail(instance.clock.now());
  const agreed = await waits(
    db,
    (held) => agreeToChange(on(held), 'new', links.new, origin),
    () => agreeToChange(instance, 'old', links.old, origin),
  );
  assert.deepEqual(agreed, ['waits', 'changed']);
  assert.equal((await findUser(db, person.id))?.email, newEmail);
});

test('a change of an address that its old end agrees to is no silent one: the sweep leaves it', async () => {
  const { person, links, newEmail } = await wishForEmail(new Date(0));
  const tables = { db, seals };
  await agreeToEmailChange(tables, 'new', hashToken(links.new), instance.clock.now());
  const [agreed] = await passes(
    db,
    (held) => agreeToChange(on(held), 'old', links.old, origin),
    () => applySilentChanges(instance),
  );
  assert.equal(agreed, 'changed');
  assert.equal((await findUser(db, person.id))?.email, newEmail);
});

test('a user whose address changes meanwhile is not confirmed by the old one, and stays signed', async () => {
  const { person, links } = await wishForEmail(instance.clock.now());
  await agreeToChange(instance, 'new', links.new, origin);
  const [, confirmed] = await waits(
    db,
    (held) => agreeToChange(on(held), 'old', links.old, origin),
    () => confirmUser(instance, person.email),
  );
  assert.equal(confirmed, null);
  assert.ok(await isAddressOurs({ db, seals }, person.id));
});

test('a session that ends meanwhile takes no new proof', async () => {
  const person = await stage.newUser();
  const session = { id: instance.newId(), userId: person.id, tokenHash: hashToken(randomUUID()), provedAt: null };
  const createdAt = instance.clock.now();
  await db.query(
    `insert into sessions (id, user_id, token_hash, mac, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, now() + interval '1 day', $5, $5)`,
    [session.id, person.id, session.tokenHash, seals.sign('session', { ...session, createdAt }), createdAt],
  );
  const [reset, isProved] = await waits(
    db,
    (held) => resetFactors(on(held), person.email),
    () => db.atomically((trx) => recordProof(trx, seals, session.id, instance.clock.now())),
  );
  assert.equal(typeof reset === 'string' ? reset : reset.sessions, 1);
  assert.equal(isProved, false);
});

test('two changes of one user at once: the audit log says of the second what the first one wrote', async () => {
  const person = await stage.newUser();
  const rename = (to: Database, name: string) =>
    signIn(to).update({ model: 'user', where: [{ field: 'id', value: person.id }], update: { name } });
  await waits(
    db,
    (held) => rename(held, 'Ada'),
    () => rename(db, 'Grace'),
  );
  const entries = await db.query<{ before: { name: string }; after: { name: string } }>(
    'select before, after from audit_log where owner_id = $1 order by sequence',
    [person.id],
  );
  assert.deepEqual(
    entries.map(({ before, after }) => [before.name, after.name]),
    [
      ['', 'Ada'],
      ['Ada', 'Grace'],
    ],
  );
});

test('a record that two requests consume at once is given to one of them', async () => {
  const now = instance.clock.now();
  const data = { identifier: randomUUID(), value: 'once', expiresAt: now, createdAt: now, updatedAt: now };
  const { id } = await signIn(db).create({ model: 'verification', data });
  const where = [{ field: 'id', value: id }];
  const consume = (to: Database) =>
    signIn(to).transaction((inCommit) => inCommit.consumeOne<typeof data>({ model: 'verification', where }));
  const consumed = await waits(db, consume, () => consume(db));
  assert.deepEqual(
    consumed.map((record) => record?.value),
    ['once', undefined],
  );
});

test('a client whose secret is rotated meanwhile keeps the new secret through a change of its name', async () => {
  const person = await stage.newUser();
  const body = { name: 'Till', redirect_uris: ['https://till.example/back'] };
  const { id } = await perform(createOauth2Client(instance), db, person, { body });
  const [rotated] = await waits(
    db,
    (held) => perform(rotateOauth2ClientSecret(instance), held, person, { id }),
    () => perform(updateOauth2Client(instance), db, person, { id, body: { name: 'Counter' } }),
  );
  const client = await findClientOf(db, id, person.id);
  assert.equal(client?.name, 'Counter');
  assert.deepEqual(client.secretHash, hashToken(rotated.client_secret));
});

test('processes that start together sign with the same keys', async () => {
  const kids = await waits(
    db,
    (held) => loadSigningKeys(on(held)),
    () => loadSigningKeys(instance),
  );
  const [first, second] = kids.map((keys) => keys.map(({ kid }) => kid).sort());
  assert.deepEqual(second, first);
});

/** A user who asked for a new e-mail address at `now`, and the two confirmation links. */
async function wishForEmail(now: Date): Promise<{
  readonly person: Person;
  readonly newEmail: string;
  readonly links: { readonly old: string; readonly new: string };
}> {
  const person = await stage.newUser();
  const newEmail = `${randomUUID()}@new.example`;
  const links = { old: randomUUID(), new: randomUUID() };
  const hashes = { old: hashToken(links.old), new: hashToken(links.new) };
  await recordEmailChange({ db, seals }, { userId: person.id, newEmail, now }, hashes);
  return { person, newEmail, links };
}

/** The records of the sign-in, as better-auth uses them. */
function signIn(to: Database) {
  const adapter = signInTables({
    ...on(to),
    initialStateOf: () => ({ role: 'merchant', awaitsConfirmation: false }),
    auditChanges: recordAccountChanges(instance, async () => ({})),
  });
  return adapter({});
}
