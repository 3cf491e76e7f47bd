// Signs, once, the rows of an instance that is older than their signatures.
import type { Database } from '../../io/db/database.ts';
import { keyMark } from '../../io/secrets/key-mark.ts';
import type { RowMac } from '../../io/secrets/row-mac.ts';
import { createVault, type Vault } from '../../io/secrets/vault.ts';
import { moneyKinds } from '../row-seals/money-rows.ts';
import { signUnsignedRows } from '../row-seals/reseal-store.ts';
import type { Upgrade } from '../row-seals/row-guard.ts';
import type { SealedKind } from '../row-seals/sealed-rows.ts';
import { type CheckState, readCheck, sealCheck } from './key-check.ts';
import { listKeyChecks, updateKeyCheck } from './key-store.ts';

interface Parts {
  readonly db: Database;
  readonly vault: Vault;
  readonly rowMac: RowMac;
  readonly secretKey: Buffer;
}

/** Migration 0030 gave these a MAC. A row of another kind without one is not used. */
const peopleKinds: readonly SealedKind[] = [
  ...(['user', 'account', 'passkey', 'two_factor', 'verification', 'email_change'] as const),
  ...(['oauth2_client', 'oauth2_grant', 'oauth2_artifact'] as const),
];

/** The state of the rows, by the check under the key of today: write access to the database forges none. */
async function stateOf({ db, vault, secretKey }: Parts): Promise<CheckState> {
  const check = (await listKeyChecks(db)).find(({ mark }) => mark === keyMark(secretKey));
  return (check && readCheck(vault, check.sealed)) ?? 'sealed';
}

/**
 * Signs people and programs for as long as the check says that they may be unsigned. The rows of money, which may be
 * millions, are left to watchUpgrade. Returns whether rows of the version before are still being signed: until then
 * they are used as they are.
 */
export async function signEarlierRows(parts: Parts): Promise<boolean> {
  const state = await stateOf(parts);
  if (state === 'unsigned') await signUnsignedRows(parts.db, parts.rowMac, peopleKinds);
  return state !== 'sealed';
}

/** Signs the rows of money that no key has signed as they are, in batches. Returns how many. */
export function signMoneyRows({
  db,
  rowMac,
}: Pick<Parts, 'rowMac'> & { readonly db: Pick<Database, 'query'> }): Promise<number> {
  return signUnsignedRows(db, rowMac, moneyKinds);
}

/** Processes of the version before are replaced within this; until then they change rows and sign nothing. */
const upgradeMillis = 3_600_000;
const everyMillis = 60_000;

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Signs the rows of money at once, looks each minute while an upgrade may be under way, and then signs what is left and
 * ends it, once for all. older: the keys that are given beside the one of today.
 */
export function watchUpgrade(parts: Parts, older: readonly Buffer[], onFault: (error: unknown) => void): Stoppable {
  const endsAt = performance.now() + upgradeMillis;
  let isFirst = true;
  return eachMinute(async () => {
    if (!(await signEarlierRows(parts))) return true;
    const isLast = performance.now() >= endsAt;
    if (isFirst || isLast) await signMoneyRows(parts);
    isFirst = false;
    if (isLast) await endUpgrade(parts.db, [parts.secretKey, ...older]);
    return isLast;
  }, onFault);
}

/** Keeps `upgrade` as the check has it, until it is over. */
export function followUpgrade(parts: Parts, upgrade: Upgrade, onFault: (error: unknown) => void): Stoppable {
  return eachMinute(async () => {
    upgrade.isUnderWay = (await stateOf(parts)) !== 'sealed';
    return !upgrade.isUnderWay;
  }, onFault);
}

/** Looks at once and each minute until `look` returns true. */
function eachMinute(look: () => Promise<boolean>, onFault: (error: unknown) => void): Stoppable {
  let running = Promise.resolve();
  const lookAgain = () => {
    running = running
      .then(look)
      .then((isOver) => {
        if (isOver) clearInterval(timer);
      })
      .catch(onFault);
  };
  const timer = setInterval(lookAgain, everyMillis).unref();
  lookAgain();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** From now on a row without a MAC is one that was changed past the service. */
export async function endUpgrade(db: Database, keys: readonly Buffer[]): Promise<void> {
  for (const key of keys)
    await updateKeyCheck(db, { mark: keyMark(key), sealed: sealCheck(createVault(key), 'sealed') });
}
