// Signs, once, the rows of an instance that is older than row signatures.
import type { Database } from '../../../io/db/database.ts';
import { keyMark } from '../../../io/secrets/key-mark.ts';
import type { RowMac } from '../../../io/secrets/row-mac.ts';
import { createVault, type Vault } from '../../../io/secrets/vault.ts';
import { writeNameGaps } from '../../known/row-seals/name-gap-store.ts';
import { signUnsignedRows } from '../../known/row-seals/reseal-store.ts';
import type { Upgrade } from '../../known/row-seals/row-guard.ts';
import type { SealedKind } from '../../known/row-seals/sealed-rows.ts';
import { type CheckState, readCheck, sealCheck } from './key-check.ts';
import { listKeyChecks, updateKeyCheck } from './key-store.ts';
import { batchedKinds, peopleKinds, unsignedKinds } from './unsigned-kinds.ts';

interface Parts {
  readonly db: Database;
  readonly vault: Vault;
  readonly rowMac: RowMac;
  readonly secretKey: Buffer;
}

/**
 * Returns the state of the rows from the check under the current key. Write access to the database is not enough to
 * forge it.
 */
async function stateOf({ db, vault, secretKey }: Parts): Promise<CheckState> {
  const check = (await listKeyChecks(db)).find(({ mark }) => mark === keyMark(secretKey));
  return (check && readCheck(vault, check.sealed)) ?? 'complete';
}

/**
 * Signs people and programs while the check allows them to be unsigned. Other kinds may have millions of rows and are
 * left to watchUpgrade. Returns the kinds that are still being signed; until then, unsigned rows of the previous
 * version are accepted.
 */
export async function signEarlierRows(parts: Parts): Promise<ReadonlySet<SealedKind>> {
  const state = await stateOf(parts);
  if (state === 'unsigned') await signUnsignedRows(parts.db, parts.rowMac, peopleKinds);
  return unsignedKinds(state);
}

/** Signs in batches those rows of these kinds that no key has signed in their current form. Returns their number. */
export function signBatchedRows(
  { db, rowMac }: Pick<Parts, 'rowMac'> & { readonly db: Pick<Database, 'query'> },
  kinds: readonly SealedKind[] = batchedKinds,
): Promise<number> {
  return signUnsignedRows(db, rowMac, kinds);
}

/**
 * Processes of the previous version are replaced within this time. Until then they change rows without signing them.
 */
const upgradeMillis = 3_600_000;
const everyMillis = 60_000;

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Signs the rows at once and checks every minute while an upgrade may be in progress. After that, signs the rest and
 * ends the upgrade for good. `older`: the other given keys.
 */
export function watchUpgrade(parts: Parts, older: readonly Buffer[], onFault: (error: unknown) => void): Stoppable {
  const endsAt = performance.now() + upgradeMillis;
  let isFirst = true;
  return eachMinute(async () => {
    const unsigned = await signEarlierRows(parts);
    if (unsigned.size === 0) return true;
    const isLast = performance.now() >= endsAt;
    const kinds = batchedKinds.filter((kind) => unsigned.has(kind));
    if (isFirst || isLast) await signBatchedRows(parts, kinds);
    isFirst = false;
    if (!isLast) return false;
    await writeNameGaps(parts.db, parts.rowMac);
    await endUpgrade(parts.db, [parts.secretKey, ...older]);
    return true;
  }, onFault);
}

/** Updates `upgrade` from the check until the upgrade is over. */
export function followUpgrade(parts: Parts, upgrade: Upgrade, onFault: (error: unknown) => void): Stoppable {
  return eachMinute(async () => {
    upgrade.unsigned = unsignedKinds(await stateOf(parts));
    return upgrade.unsigned.size === 0;
  }, onFault);
}

/** Runs at once and every minute until `look` returns true. */
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

/** From now on, a row without a MAC counts as changed outside the service. */
export async function endUpgrade(db: Database, keys: readonly Buffer[]): Promise<void> {
  for (const key of keys)
    await updateKeyCheck(db, { mark: keyMark(key), sealed: sealCheck(createVault(key), 'complete') });
}
