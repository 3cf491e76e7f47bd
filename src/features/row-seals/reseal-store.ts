// Signs every row that carries a MAC under the current key: what a rotation of keys does before the old one goes.
import type { Database } from '../../io/db/database.ts';
import type { MacField, RowMac } from '../../io/secrets/row-mac.ts';
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
type Row = Readonly<Record<string, MacField>>;
/** Hears of each batch: how many rows were read, and how many of them signed anew. */
type Progress = (what: string, read: number, resealed: number) => void;

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

async function resealTable(db: Connection, rowMac: RowMac, kind: SealedKind, onProgress: Progress): Promise<Resealed> {
  const what = `rows signed as ${kind}`;
  let [after, resealed, unproved] = ['00000000-0000-0000-0000-000000000000', 0, 0];
  for (;;) {
    const rows = await readRows(db, kind, after);
    const anew: { key: string; held: Buffer; mac: Buffer }[] = [];
    for (const { row_key: key, row_mac: held, ...selected } of rows) {
      const values = Object.keys(sealedRows[kind].fields).map((_, place) => selected[`field_${place}`] ?? null);
      if (!(held instanceof Buffer) || rowMac.isCurrent(kind, values, held)) continue;
      if (rowMac.verify(kind, values, held)) anew.push({ key: key as string, held, mac: rowMac.sign(kind, values) });
      else unproved += 1;
    }
    if (anew.length > 0) await writeMacs(db, kind, anew);
    resealed += anew.length;
    onProgress(what, rows.length, anew.length);
    if (rows.length < batch) return { kind, what, resealed, unproved };
    after = rows.at(-1)?.row_key as string;
  }
}

function readRows(db: Connection, kind: SealedKind, after: string): Promise<Row[]> {
  const { table, mac, key, fields, ...rest } = sealedRows[kind];
  const selected = Object.values(fields).map((expression, place) => `${expression} as field_${place}`);
  return db.query<Row>(
    `select r.${key} as row_key, r.${mac} as row_mac, ${selected.join(', ')}
     from ${table} r ${'join' in rest ? rest.join : ''}
     where r.${key} > $1 order by r.${key} limit ${batch}`,
    [after],
  );
}

async function writeMacs(
  db: Connection,
  kind: SealedKind,
  rows: readonly { readonly key: string; readonly held: Buffer; readonly mac: Buffer }[],
): Promise<void> {
  const { table, mac, key } = sealedRows[kind];
  await db.query(
    `update ${table} r set ${mac} = n.anew from unnest($1::uuid[], $2::bytea[], $3::bytea[]) n (key, held, anew)
     where r.${key} = n.key and r.${mac} = n.held`,
    [rows.map((row) => row.key), rows.map((row) => row.held), rows.map((row) => row.mac)],
  );
}
