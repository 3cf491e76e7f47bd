// All SQL of the test chain: its blocks and its transfers.
import type { BlockHeader, Transfer } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../db/database.ts';

/** The number of the lock that lets one commit at a time change the branch. */
const branchLock = `hashtext('quittance test chain')`;

interface BlockRow {
  number: string;
  hash: string;
  parent_hash: string;
  time: Date;
}

interface TransferRow {
  tx_hash: string;
  contract: string;
  sender: string;
  recipient: string;
  amount: string;
}

const blockColumns = 'b.number, b.hash, b.parent_hash, b.time';
const transferColumns = 't.tx_hash, t.contract, t.sender, t.recipient, t.amount';

/** Lets one commit at a time make or replace blocks, until it ends. */
export async function lockBranch(trx: Queryable): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(${branchLock})`);
}

/** Returns the newest block, or null before the first. */
export async function newestBlock(db: Queryable): Promise<BlockHeader | null> {
  return headerOf(await db.query<BlockRow>(`select ${blockColumns} from test_blocks b order by number desc limit 1`));
}

export async function blockAt(db: Queryable, number: number): Promise<BlockHeader | null> {
  return headerOf(await db.query<BlockRow>(`select ${blockColumns} from test_blocks b where number = $1`, [number]));
}

/** Returns the blocks from this one on, in order. */
export async function blocksFrom(db: Queryable, number: number): Promise<BlockHeader[]> {
  const rows = await db.query<BlockRow>(
    `select ${blockColumns} from test_blocks b where number >= $1 order by number`,
    [number],
  );
  return rows.map(readHeader);
}

export interface TestBlock {
  readonly header: BlockHeader;
  readonly transfers: readonly Transfer[];
}

/** Returns blocks first…last in order, each with all its transfers, as one moment of the chain shows them. */
export async function readBlocks(db: Queryable, first: number, last: number): Promise<TestBlock[]> {
  const rows = await db.query<BlockRow & { transfers: TransferRow[] }>(
    `select ${blockColumns}, coalesce((select jsonb_agg(jsonb_build_object('tx_hash', t.tx_hash, 'contract', t.contract,
         'sender', t.sender, 'recipient', t.recipient, 'amount', t.amount::text) order by t.created_at, t.tx_hash)
       from test_transfers t where t.block = b.number), '[]') as transfers
     from test_blocks b where b.number between $1 and $2 order by b.number`,
    [first, last],
  );
  return rows.map((row) => ({ header: readHeader(row), transfers: row.transfers.map(readTransfer) }));
}

/**
 * Appends these blocks. The last one takes all waiting transfers. Blocks and transfers below `keepFrom` are deleted.
 */
export async function appendBlocks(trx: Queryable, headers: readonly BlockHeader[], keepFrom: number): Promise<void> {
  await trx.query(
    `insert into test_blocks (number, hash, parent_hash, time)
     select r.number, r.hash, r.parent_hash, to_timestamp(r.time)
     from json_to_recordset($1) as r (number bigint, hash text, parent_hash text, time bigint)`,
    [
      JSON.stringify(
        headers.map(({ number, hash, parentHash, time }) => ({ number, hash, parent_hash: parentHash, time })),
      ),
    ],
  );
  await trx.query('update test_transfers set block = $1 where block is null', [headers.at(-1)?.number ?? null]);
  await trx.query('delete from test_transfers where block < $1', [keepFrom]);
  await trx.query('delete from test_blocks where number < $1', [keepFrom]);
}

/** Removes the blocks from this one on, and the transfer with this hash. Their other transfers wait again. */
export async function removeBlocks(trx: Queryable, number: number, txHash: string): Promise<void> {
  await trx.query('delete from test_transfers where tx_hash = $1', [txHash]);
  await trx.query('update test_transfers set block = null where block >= $1', [number]);
  await trx.query('delete from test_blocks where number >= $1', [number]);
}

export interface SentTransfer extends Omit<Transfer, 'position' | 'succeeded' | 'sender'> {
  readonly sender: string;
}

/**
 * Sends a transfer, which waits for the next block. Returns false and sends nothing if its sender has sent `most`
 * already.
 */
export async function insertTransfer(
  trx: Queryable,
  { txHash, contract, sender, recipient, amount }: SentTransfer,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<boolean> {
  const rows = await trx.query(
    `insert into test_transfers (tx_hash, contract, sender, recipient, amount, created_at)
     select $1, $2, $3, $4, $5, $7 where (select count(*) from test_transfers where sender = $3) < $6
     returning tx_hash`,
    [txHash, contract, sender, recipient, amount, most, now],
  );
  return rows.length > 0;
}

/** Returns a transfer and the block that has it, or null while it waits. */
export async function findTransfer(
  db: Queryable,
  txHash: string,
): Promise<{ readonly transfer: Transfer; readonly header: BlockHeader | null } | null> {
  const [row] = await db.query<TransferRow & Partial<BlockRow>>(
    `select ${transferColumns}, ${blockColumns} from test_transfers t left join test_blocks b on b.number = t.block
     where t.tx_hash = $1`,
    [txHash],
  );
  if (row === undefined) return null;
  return { transfer: readTransfer(row), header: row.hash == null ? null : readHeader(row as BlockRow) };
}

function headerOf(rows: readonly BlockRow[]): BlockHeader | null {
  return rows[0] === undefined ? null : readHeader(rows[0]);
}

function readHeader({ number, hash, parent_hash, time }: BlockRow): BlockHeader {
  return { number: Number(number), hash, parentHash: parent_hash, time: Math.floor(time.getTime() / 1000) };
}

function readTransfer({ tx_hash, contract, sender, recipient, amount }: TransferRow): Transfer {
  const position = contract === '' ? 'native' : `${contract}:0`;
  return { txHash: tx_hash, position, contract, sender, recipient, amount: BigInt(amount), succeeded: true };
}
