// All SQL that reads and re-signs rows with a MAC, for a key rotation before the old key is removed.
import type { Database } from '../../../io/db/database.ts';
import type { MacField, RowMac } from '../../../io/secrets/row-mac.ts';
import { type SealedKind, sealedRows } from './sealed-rows.ts';

export interface Resealed {
  readonly kind: SealedKind;
  /** A label for the operator. */
  readonly what: string;
  readonly resealed: number;
  /** Rows that no key of the keyring signed. They are left unchanged and remain rejected. */
  readonly unproved: number;
}

type Connection = Pick<Database, 'query'>;
/** Called after each batch with the number of rows read and re-signed. */
type Progress = (what: string, read: number, resealed: number) => void;

/** A UUID, or the bytes of a hash. */
type RowKey = string | Buffer;

const batch = 500;

/**
 * `rowMac` holds the new key first, then the keys that may have signed the rows. This may run while the service runs,
 * and may be stopped and restarted. Rows signed by the current key are skipped, and so are rows that change meanwhile.
 */
export async function resealRows(
  db: Connection,
  rowMac: RowMac,
  onProgress: Progress = () => undefined,
): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const kind of Object.keys(sealedRows) as SealedKind[])
    done.push(await resealTable(db, rowMac, kind, onProgress));
  return done;
}

/**
 * Signs the rows of these kinds that no key of the keyring has signed in their current form. A row with a MAC of an
 * earlier kind is signed only if that MAC is valid. Returns how many rows it signed.
 */
export async function signUnsignedRows(db: Connection, rowMac: RowMac, kinds: readonly SealedKind[]): Promise<number> {
  let signed = 0;
  for (const kind of kinds) {
    for await (const rows of readSignedRows(db, kind)) {
      const unsigned = rows.filter(({ values, held }) => !rowMac.verify(kind, values, held));
      const foreign = await foreignBefore(db, rowMac, kind, unsigned);
      const anew = unsigned.flatMap(({ key, held, values }) =>
        foreign.has(key) ? [] : [{ key, held, mac: rowMac.sign(kind, values) }],
      );
      if (anew.length > 0) await writeMacs(db, kind, anew);
      signed += anew.length;
    }
  }
  return signed;
}

/** Returns the rows among these with an invalid MAC of the earlier kind. */
async function foreignBefore(
  db: Connection,
  rowMac: RowMac,
  kind: SealedKind,
  rows: readonly HeldRow[],
): Promise<ReadonlySet<RowKey>> {
  const table = sealedRows[kind];
  if (!('earlier' in table) || rows.length === 0) return new Set();
  const earlier: SealedKind = table.earlier;
  const before = await readRows(db, earlier, { among: rows.map(({ key }) => key) });
  return new Set(before.flatMap(({ key, held, values }) => (rowMac.verify(earlier, values, held) ? [] : [key])));
}

async function resealTable(db: Connection, rowMac: RowMac, kind: SealedKind, onProgress: Progress): Promise<Resealed> {
  const what = `rows signed as ${kind}`;
  let [resealed, unproved] = [0, 0];
  for await (const rows of readSignedRows(db, kind)) {
    const anew: SignedAnew[] = [];
    for (const { key, held, values } of rows) {
      if (held === null || rowMac.isCurrent(kind, values, held)) continue;
      if (rowMac.verify(kind, values, held)) anew.push({ key, held, mac: rowMac.sign(kind, values) });
      else unproved += 1;
    }
    if (anew.length > 0) await writeMacs(db, kind, anew);
    resealed += anew.length;
    onProgress(what, rows.length, anew.length);
  }
  return { kind, what, resealed, unproved };
}

interface HeldRow {
  readonly key: RowKey;
  readonly held: Buffer | null;
  readonly values: readonly MacField[];
}

interface SignedAnew {
  readonly key: RowKey;
  readonly held: Buffer | null;
  readonly mac: Buffer;
}

/** Yields all rows of this kind by key, in batches. The last batch may be empty. */
export async function* readSignedRows(db: Connection, kind: SealedKind): AsyncGenerator<readonly HeldRow[]> {
  for (let after: RowKey | null = null; ; ) {
    const rows: HeldRow[] = await readRows(db, kind, { after });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.key;
  }
}

/**
 * Either the key of the last row of the previous batch (null for the first batch), or the keys of the only rows to
 * read.
 */
type Walked = { readonly after: RowKey | null } | { readonly among: readonly RowKey[] };

async function readRows(db: Connection, kind: SealedKind, walked: Walked): Promise<HeldRow[]> {
  const { table, mac, key, fields, ...rest } = sealedRows[kind];
  const type = keyTypeOf(kind);
  // Each batch starts at its key in the index. A condition that also fits the first batch would read all previous rows.
  const later = 'after' in walked && walked.after === null ? 'true' : `r.${key} > $1::${type}`;
  const from = 'among' in walked ? `r.${key} = any($1::${type}[])` : later;
  const names = Object.keys(fields).map((_, place) => `field_${place}`);
  const selected = Object.values(fields).map((expression, place) => `${expression} as ${names[place]}`);
  const rows = await db.query<Readonly<Record<string, MacField>>>(
    `select r.${key} as row_key, r.${mac} as row_mac, ${selected.join(', ')}
     from ${table} r ${'join' in rest ? rest.join : ''}
     where ${from} and ${'where' in rest ? rest.where : 'true'} order by r.${key} limit ${batch}`,
    'among' in walked ? [walked.among] : walked.after === null ? [] : [walked.after],
  );
  return rows.map((row) => ({
    key: row.row_key as RowKey,
    held: row.row_mac as Buffer | null,
    values: names.map((name) => row[name] ?? null),
  }));
}

async function writeMacs(db: Connection, kind: SealedKind, rows: readonly SignedAnew[]): Promise<void> {
  const { table, mac, key } = sealedRows[kind];
  await db.query(
    `update ${table} r set ${mac} = n.anew
     from unnest($1::${keyTypeOf(kind)}[], $2::bytea[], $3::bytea[]) n (key, held, anew)
     where r.${key} = n.key and r.${mac} is not distinct from n.held`,
    [rows.map((row) => row.key), rows.map((row) => row.held), rows.map((row) => row.mac)],
  );
}

function keyTypeOf(kind: SealedKind): 'uuid' | 'bytea' {
  const table = sealedRows[kind];
  return 'keyType' in table ? table.keyType : 'uuid';
}
