// All SQL of the table name_gaps: finds the range of a name, splits a range, and rewrites all ranges.
import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../../../io/db/database.ts';
import { guardOf } from '../../../io/db/sealed/sealed-row-type.ts';
import type { RowMac } from '../../../io/secrets/row-mac.ts';
import {
  contains,
  gapFields,
  gapKind,
  type NameGap,
  nameGap,
  proves,
  rangeOf,
  referenceHash,
  slugHash,
} from './name-gap.ts';

const [lowest, highest] = [Buffer.alloc(32), Buffer.alloc(32, 255)];

async function findGap(db: Queryable, hash: Buffer, lock: '' | 'for no key update'): Promise<NameGap | null> {
  return nameGap.one(await db.query(`select ${nameGap.columns} from name_gaps where ${rangeOf('$1')} ${lock}`, [hash]));
}

/** Whether no former name has this hash. */
export async function isNeverGivenUp(db: Queryable, hash: Buffer): Promise<boolean> {
  return proves(db, await findGap(db, hash, ''), hash);
}

/**
 * Records that the name with this hash was given up, by splitting its range. Writes nothing if the name was given up
 * before, or if the range was changed outside the service.
 */
export async function recordGivenUp(trx: Queryable, hash: Buffer): Promise<void> {
  const found = await findGap(trx, hash, 'for no key update');
  if (found === null) return;
  if (!contains(found, hash)) {
    // Another commit may have split the range while this one waited for the lock.
    const again = await findGap(trx, hash, '');
    if (again !== null && again.id !== found.id) await recordGivenUp(trx, hash);
    return;
  }
  const guard = guardOf(trx);
  if (!guard.holds(gapKind, gapFields(found), found.mac)) return;
  const [left, right] = [
    { ...found, beforeHash: hash },
    { id: randomUUID(), afterHash: hash, beforeHash: found.beforeHash },
  ];
  const macs = [left, right].map((one) => guard.sign(gapKind, gapFields(one)));
  await trx.query('update name_gaps set before_hash = $2, mac = $3 where id = $1', [left.id, hash, macs[0]]);
  await trx.query('insert into name_gaps (id, after_hash, before_hash, mac) values ($1, $2, $3, $4)', [
    ...[right.id, hash, right.beforeHash, macs[1]],
  ]);
}

/** The number of ranges inserted by one statement. */
const batch = 5_000;

/**
 * Rewrites all ranges from the rows of former names. Waits for earlier commits that record a name, and blocks later
 * ones meanwhile.
 */
export async function writeNameGaps(db: Database, rowMac: Pick<RowMac, 'sign'>): Promise<void> {
  await db.atomically(async (trx) => {
    await trx.query('lock table name_gaps in exclusive mode');
    await trx.query('delete from name_gaps');
    await insertNameGaps(trx, rowMac);
  });
}

/** Only for a table without ranges. */
export async function insertNameGaps(trx: Queryable, rowMac: Pick<RowMac, 'sign'>): Promise<void> {
  const hashes = await hashesOfFormerNames(trx);
  const ends = [...hashes.filter((hash, place) => place === 0 || !hash.equals(hashes[place - 1] ?? lowest)), highest];
  for (let from = 0; from < ends.length; from += batch) {
    const rows = ends.slice(from, from + batch).map((beforeHash, place) => {
      const row = { id: randomUUID(), afterHash: ends[from + place - 1] ?? lowest, beforeHash };
      return { ...row, mac: rowMac.sign(gapKind, gapFields(row)) };
    });
    await trx.query(
      `insert into name_gaps (${nameGap.written})
       select ${nameGap.written} from json_to_recordset($1::json) as n ${nameGap.recordset}`,
      [nameGap.json(rows)],
    );
  }
}

async function hashesOfFormerNames(trx: Queryable): Promise<Buffer[]> {
  const references = await trx.query<{ appId: string; reference: string }>(
    'select app_id as "appId", reference from former_references',
  );
  const slugs = await trx.query<{ slugOf: string; slug: string }>('select slug_of as "slugOf", slug from former_slugs');
  const hashes = [
    ...references.map(({ appId, reference }) => referenceHash(appId, reference)),
    ...slugs.map(({ slugOf, slug }) => slugHash(slugOf, slug)),
  ];
  return hashes.sort((one, other) => one.compare(other));
}
