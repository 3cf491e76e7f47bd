// All SQL that walks the rows that carry a MAC, and what signs them anew: a rotation of keys, before the old one goes.
import type { Database } from '../../../io/db/database.ts';
import type { MacField, RowMac } from '../../../io/secrets/row-mac.ts';
import { type SealedKind, sealedRows } from './sealed-rows.ts';

export interface Resealed {
  readonly kind: SealedKind;
  /** For the operator. */
  readonly what: string;
  readonly resealed: number;
  /** Rows that no key of the keyring signed: they are left as they are, and go on being refused. */
  readonly unproved: number;
}

type Connection = Pick<Database, 'query'>;
/** Hears of each batch: how many rows were read, and how many of them signed anew. */
type Progress = (what: string, read: number, resealed: number) => void;

/** A UUID, or the bytes of a hash. */
type RowKey = string | Buffer;

const batch = 500;

/**
 * rowMac: the new key first, then those that the rows may be signed with. May run while the service does, stop
 * anywhere and begin anew: a row that the current key signed is left alone, and one that changes meanwhile is left to
 * who changed it.
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
 * Signs the rows of these kinds that no key of the keyring has signed as they are. A row that had a MAC of an earlier
 * kind is signed only where that MAC holds. Returns how many rows it signed.
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

/** The rows among these whose MAC of the earlier kind does not hold. */
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

/** All rows of this kind in the order of their keys, batch by batch; the last one may be empty. */
export async function* readSignedRows(db: Connection, kind: SealedKind): AsyncGenerator<readonly HeldRow[]> {
  for (let after: RowKey | null = null; ; ) {
    const rows: HeldRow[] = await readRows(db, kind, { after });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.key;
  }
}

/** The key of the last row before, null for the first batch; or the keys of the only rows that are asked for. */
type Walked = { readonly after: RowKey | null } | { readonly among: readonly RowKey[] };

async function readRows(db: Connection, kind: SealedKind, walked: Walked): Promise<HeldRow[]> {
  const { table, mac, key, fields, ...rest } = sealedRows[kind];
  const type = keyTypeOf(kind);
  // Each batch begins at its key in the index: a condition that also holds for the first batch would read all before.
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
