// Signs, once, the rows of an instance that is older than their signatures.
import type { Database } from '../../io/db/database.ts';
import { keyMark } from '../../io/secrets/key-mark.ts';
import type { RowMac } from '../../io/secrets/row-mac.ts';
import { createVault, type Vault } from '../../io/secrets/vault.ts';
import { signUnsignedRows } from '../row-seals/reseal-store.ts';
import type { SealedKind } from '../row-seals/sealed-rows.ts';
import { readCheck, sealCheck } from './key-check.ts';
import { listKeyChecks, updateKeyCheck } from './key-store.ts';

interface Parts {
  readonly db: Database;
  readonly vault: Vault;
  readonly rowMac: RowMac;
  readonly secretKey: Buffer;
}

/** What migration 0030 gave a MAC. Of the other kinds, a row without one is nobody's. */
const kinds: readonly SealedKind[] = [
  ...(['user', 'account', 'passkey', 'two_factor', 'verification', 'email_change'] as const),
  ...(['oauth2_client', 'oauth2_grant', 'oauth2_artifact'] as const),
];

/**
 * Signs them for as long as the check under the key of today says that there are any, and answers whether it does. Who
 * writes to the database cannot make such a check: what they write afterwards stays unsigned.
 */
export async function signEarlierRows({ db, vault, rowMac, secretKey }: Parts): Promise<boolean> {
  const check = (await listKeyChecks(db)).find(({ mark }) => mark === keyMark(secretKey));
  if (check === undefined || readCheck(vault, check.sealed) !== 'unsigned') return false;
  await signUnsignedRows(db, rowMac, kinds);
  return true;
}

/** Processes of the version before are replaced within this; until then they change rows and sign nothing. */
const upgradeMillis = 3_600_000;
const everyMillis = 60_000;

/**
 * Looks each minute while an upgrade may be under way, and then ends it, once for all. older: the keys that are given
 * beside the one of today.
 */
export function watchUpgrade(
  parts: Parts,
  older: readonly Buffer[],
  onFault: (error: unknown) => void,
): { stop(): Promise<void> } {
  const endsAt = performance.now() + upgradeMillis;
  let running = Promise.resolve();
  const look = async () => {
    const isUnderWay = await signEarlierRows(parts);
    if (isUnderWay && performance.now() < endsAt) return;
    if (isUnderWay) await endUpgrade(parts.db, [parts.secretKey, ...older]);
    clearInterval(timer);
  };
  const timer = setInterval(() => {
    running = running.then(look).catch(onFault);
  }, everyMillis).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function endUpgrade(db: Database, keys: readonly Buffer[]): Promise<void> {
  for (const key of keys)
    await updateKeyCheck(db, { mark: keyMark(key), sealed: sealCheck(createVault(key), 'signed') });
}
