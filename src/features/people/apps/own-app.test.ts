// An app, and everything that belongs to it, is visible only to its members and its own token.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addApp, startWebhookInstance } from '../../../../test/rig/webhooks/webhook-instance.ts';
import { asking, type Caller } from '../../../core/access.ts';
import { newId } from '../../../io/new-id.ts';
import { admittingAgain, lockOwnApp, ownApp, ownAppIds, ownAppOrNull, ownLiveAppById } from './own-app.ts';
import { memberVouching } from './team/sealed-member.ts';

const rig = await startWebhookInstance();
after(() => rig.close());
const { db, clock } = rig.instance;
const access = { cookie: true, pat: 'apps:read', appToken: true } as const;
const vouches = memberVouching(rig.instance);

const [mine, theirs] = [rig.appId, await addApp(rig.instance)];
const [me, them] = [await ownerOf(mine), await ownerOf(theirs)];

async function ownerOf(appId: string): Promise<string> {
  const [row] = await db.query<{ owner_id: string }>('select owner_id from apps where id = $1', [appId]);
  return row?.owner_id as string;
}

const personal = (userId: string, appIds: readonly string[] | null = null): Caller =>
  asking(
    { kind: 'pat', userId, tokenId: newId(), scopes: ['apps:read'], appIds, hasAddressRanges: false, vouches },
    access,
  );
const token = (appId: string, ownerId: string): Caller => ({ kind: 'app_token', appId, ownerId });

const callers: readonly (readonly [name: string, caller: Caller, reached: readonly string[]])[] = [
  ['its owner reaches an app', personal(me), [mine]],
  ['another owner reaches only apps of their own', personal(them), [theirs]],
  ['its own token reaches an app', token(mine, me), [mine]],
  ['a token of another app reaches only that one', token(theirs, them), [theirs]],
  ['a token of the owner that is bound to another app does not reach it', personal(me, [theirs]), []],
  ['a caller without a name reaches no app', { kind: 'public' }, []],
];

for (const [rule, caller, reached] of callers)
  test(rule, async () => {
    for (const id of [mine, theirs]) {
      const isReached = reached.includes(id);
      assert.equal((await ownAppOrNull(db, id, caller))?.id ?? null, isReached ? id : null);
      const asks = [
        () => ownApp(db, id, caller),
        () => ownLiveAppById(db, id, caller),
        () => db.atomically((trx) => lockOwnApp(trx, id, caller)),
      ];
      for (const ask of asks) {
        if (isReached) assert.equal((await ask()).id, id);
        else await assert.rejects(ask, { code: 'not_found' });
      }
    }
    if (caller.kind !== 'public') assert.deepEqual(await ownAppIds(db, undefined, caller), reached);
  });

test('an answer about an app is repeated to no person who does not reach the app now', async () => {
  const again = admittingAgain({ db, clock });
  const kept = { status: 200, body: null, apps: [mine], hadProof: false };
  await again(personal(me), access, kept);
  await assert.rejects(again(personal(them), access, kept), { code: 'not_found' });
});
