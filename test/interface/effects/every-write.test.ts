// Every operation that writes declares the object that it writes. Every field of its body is in the table of effects,
// so a new field without an entry fails here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, judge } from '../../../src/core/access.ts';
import { type ThingName, things } from '../../../src/core/effects/writable-fields.ts';
import { entrances } from '../../../src/features/people/identity/sign-in/endpoint-schemas.ts';
import { askingForProof } from '../../../src/io/http/effects/asking-for-proof.ts';
import type { Operation } from '../../../src/io/http/operation.ts';
import { declaredOperations } from '../../rig/interface/described-api.ts';

/** Effects that depend on no field of a body: an end, a decision, or a name that had another owner before. */
const withoutField = [
  ...['deleted', 'archived', 'canceled', 'secret', 'approved', 'stopped', 'dismissed', 'restored'],
  ...['slug_from_other_app', 'slug_from_holder', 'slug_price'],
];
const writing = declaredOperations().filter(({ method }) => method !== 'GET');

test('L16-every-write: each field of each operation that changes something is in the table of effects', () => {
  const written = new Map<ThingName, Set<string>>();
  const note = (name: ThingName, fields: readonly string[]) =>
    written.set(name, new Set([...(written.get(name) ?? []), ...fields]));
  let counted = 0;
  for (const { id, writes, body } of writing) {
    const fields = fieldsIn(body);
    assert.ok(writes, id);
    const unknown = fields.filter((field) => !(field in things[writes]));
    assert.deepEqual(
      unknown,
      [],
      `${id} writes a field of ${writes} that has no effect in core/effects/writable-fields.ts`,
    );
    note(writes, fields);
    counted += fields.length;
  }
  for (const { writes, told } of entrances) if (writes !== undefined) note(writes, fieldsIn(told.body));
  for (const [name, table] of Object.entries(things)) {
    const fields = written.get(name as ThingName);
    const unwritten = Object.keys(table).filter((field) => !withoutField.includes(field) && !fields?.has(field));
    assert.deepEqual(unwritten, [], `no operation writes these fields of ${name}`);
  }
  assert.ok(counted >= 100, `${counted} fields`);
});

test('an operation that changes something and does not say what does not start', () => {
  const { writes, ...silent } = writing[0] as Operation;
  assert.ok(writes);
  assert.throws(() => askingForProof([silent]), /does not name the thing/);
});

/** Every call of these operations has an effect. The others require the proof only for certain changes. */
const alwaysCostly = [
  ...[
    'archiveApp',
    'approvePayoutChange',
    'assignUnmatchedPayment',
    'createAppAddress',
    'createAppToken',
    'createDoor',
  ],
  ...['checkOperatorEndpoints', 'createOauth2Client', 'createOperatorNetwork', 'createPasskey'],
  ...['createPersonalAccessToken', 'createWebhook', 'deleteAppAddress'],
  ...['createNotificationChannel', 'deleteNotificationChannel', 'updateNotificationChoice'],
  ...['deleteAppToken', 'deleteOauth2Client', 'deleteOauth2Session', 'deletePasskey'],
  ...['deletePaymentLink', 'deletePersonalAccessToken'],
  ...['dismissUnmatchedPayment', 'inviteAppMember', 'preparePasskey', 'removeAppMember'],
  ...['rotateOauth2ClientSecret', 'rotateWebhookSecret', 'settleInvoice', 'updateAppMember', 'updateOauth2Client'],
  ...['sendTestMail', 'testBackupTarget', 'updateOperatorSettings'],
  ...['updateOperatorNetwork', 'createRefund', 'acceptRefund', 'prepareRefundBatch', 'assignPullPayment'],
];

test('L16-every-write: an old session is refused only where every call has an effect', () => {
  const now = new Date('2026-11-29T12:00:00Z');
  const session = (minutes: number): Caller => ({
    kind: 'cookie',
    userId: 'u',
    sessionId: 's',
    provedAt: new Date(now.getTime() - minutes * 60_000),
  });
  const refused = (minutes: number) =>
    writing.filter(({ access }) => judge(access, session(minutes), now).kind === 'proof_too_old').map(({ id }) => id);
  assert.deepEqual(refused(16).sort(), [...alwaysCostly].sort());
  assert.deepEqual(refused(14), []);
});

test('L16-every-write: each part of the sign-in that changes an account names it; no other changes one', () => {
  const silent = entrances.filter(({ method, writes }) => method === 'POST' && writes === undefined);
  assert.deepEqual(silent.map(({ told }) => told.id).sort(), [
    ...['prepareSignInWithPasskey', 'requestPasswordReset', 'resetPassword', 'sendVerificationEmail', 'signIn'],
    ...['signInWithPasskey', 'signOut', 'signUp', 'stepUp', 'updateUser'],
  ]);
});

function fieldsIn(body: object | undefined): string[] {
  return Object.keys((body as { readonly properties?: object } | undefined)?.properties ?? {});
}
