// Opens the vault with the given keys after checking that they belong to this database.
import type { Database, Queryable } from '../../../io/db/database.ts';
import { addressKey, addressKeyPurpose, successionPurpose } from '../../../io/secrets/address-key.ts';
import { keyMark } from '../../../io/secrets/key-mark.ts';
import { createVault, type Vault } from '../../../io/secrets/vault.ts';
import { StartFault } from '../../../io/start-fault.ts';
import { checkStates, readCheck, sealCheck } from './key-check.ts';
import { insertKeptKey, insertKeyCheck, listKeptKeys, listKeyChecks, lockKeyChecks } from './key-store.ts';

export interface Keyring {
  /** 32 bytes; seals and opens. */
  readonly secretKey: Buffer;
  /** Keys that only open. */
  readonly older: readonly Buffer[];
  /** The place that the key comes from, for messages to the operator. */
  readonly source: string;
}

/** Writes the first sealed rows of a new instance, in the commit of its first key check. */
export type Plant = (trx: Queryable) => Promise<void>;

/**
 * These keys cannot change with the secret key: recovery codes are hashed with one, and sessions are signed with the
 * other.
 */
const keptPurposes = ['recovery codes', 'better-auth'];

/**
 * The first start stores a check sealed with its key. The first start with a further key does so too, and must provide
 * the earlier keys. `plant` is called for a new instance. Throws StartFault if the database contains data sealed with a
 * key that is not given.
 */
export async function openVault(db: Database, keyring: Keyring, plant: Plant = async () => {}): Promise<Vault> {
  const { secretKey, older, source } = keyring;
  const ring = createVault(secretKey, older);
  const mark = keyMark(secretKey);
  const checks = await listKeyChecks(db);
  requireAll(ring, checks, source);
  if (checks.every((check) => check.mark !== mark)) {
    await db.atomically(async (trx) => {
      await lockKeyChecks(trx);
      const again = await listKeyChecks(trx);
      requireAll(ring, again, source);
      if (again.some((check) => check.mark === mark)) return;
      const states = again.map(({ sealed }) => readCheck(ring, sealed));
      const state = checkStates.find((one) => states.includes(one)) ?? 'complete';
      await insertKeyCheck(trx, { mark, sealed: sealCheck(ring, state) });
      const replaced = older.filter((one) => again.some((check) => check.mark === keyMark(one)));
      for (const one of replaced) await keepSuccession(trx, ring, createVault(one));
      if (again.length > 0) return;
      await plant(trx);
      for (const purpose of keptPurposes) {
        const key = ring.keyFor(purpose).toString('hex');
        await insertKeptKey(trx, purpose, ring.seal(key, keptContext(purpose)));
      }
    });
  }
  const kept = (await listKeptKeys(db)).map(
    ({ purpose, sealed }) => [purpose, Buffer.from(ring.open(sealed, keptContext(purpose)), 'hex')] as const,
  );
  return createVault(secretKey, older, new Map(kept));
}

/**
 * Signs the new address key of `ring` with the address key of `earlier`, so that pages that know the earlier key accept
 * the new one. Stored once.
 */
async function keepSuccession(trx: Queryable, ring: Vault, earlier: Vault): Promise<void> {
  const before = addressKey(earlier.keyFor(addressKeyPurpose));
  const { kid } = addressKey(ring.keyFor(addressKeyPurpose)).publicKey;
  const purpose = `${successionPurpose}${before.publicKey.kid} ${kid}`;
  const succession = Buffer.from(before.signSuccessor(kid)).toString('hex');
  await insertKeptKey(trx, purpose, ring.seal(succession, keptContext(purpose)));
}

export function keptContext(purpose: string): string {
  return `kept key ${purpose}`;
}

function requireAll(ring: Vault, checks: readonly { readonly sealed: Buffer }[], source: string): void {
  const opened = checks.filter(({ sealed }) => readCheck(ring, sealed) !== null).length;
  if (opened === checks.length) return;
  const found = opened === 0 ? 'is not the key of this database' : 'does not open all sealed data of this database';
  throw new StartFault(
    `${source} ${found}: provide the key used before. To change keys, ` +
      'provide that one as SECRET_KEY_OLD with the new SECRET_KEY, and run: quittance key rotate',
  );
}
