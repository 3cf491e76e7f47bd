// Proves that a name was never given up. A former-name row proves that the name was in use. The opposite is proved by
// the sealed ranges between the hashes of former names, even if SQL deleted or moved a row.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../io/db/database.ts';
import { bytes, type RowOf, rowType, uuid } from '../../../io/db/row-type.ts';
import { guardOf, holdsOrNotes } from '../../../io/db/sealed/sealed-row-type.ts';

export const nameGap = rowType({ id: uuid, afterHash: bytes, beforeHash: bytes, mac: bytes });
/** A range of hashes without a former name. Both ends are excluded. */
export type NameGap = RowOf<typeof nameGap>;

export const gapKind = 'name_gap';

export function referenceHash(appId: string, reference: string): Buffer {
  return hashOf('reference', appId, reference);
}

export function slugHash(slugOf: string, slug: string): Buffer {
  return hashOf('slug', slugOf, slug);
}

function hashOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Returns the condition and order that select the range which can contain the hash `$n`. */
export const rangeOf = (place: string): string => `after_hash < ${place} order by after_hash desc limit 1`;

/**
 * Whether the range proves that no former name has this hash. A range changed outside the service proves nothing and is
 * recorded. Returns true without a proof while an upgrade has not written the ranges yet.
 */
export function proves(db: Queryable, found: NameGap | null, hash: Buffer): boolean {
  if (guardOf(db).holds(gapKind, [], null)) return true;
  if (found === null || !contains(found, hash)) return false;
  const row = { kind: gapKind, table: 'name_gaps', id: found.id, appId: null };
  return holdsOrNotes(db, row, gapFields(found), found.mac);
}

export function contains({ afterHash, beforeHash }: Omit<NameGap, 'mac'>, hash: Buffer): boolean {
  return afterHash.compare(hash) < 0 && beforeHash.compare(hash) > 0;
}

/** Fields in the order of sealed-rows.ts. */
export function gapFields({ id, afterHash, beforeHash }: Omit<NameGap, 'mac'>) {
  return [id, afterHash, beforeHash];
}
