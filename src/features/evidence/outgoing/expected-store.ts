// All SQL of the table expected_transfers: transfers that a merchant's wallet will send.
import type { Expectation, ExpectedStatus, Match } from '../../../core/payment/outgoing/expected-transfer.ts';
import { simulatedBlock } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import {
  type Answered,
  amount,
  boolean,
  count,
  int,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import { clockLead, onServiceClock } from '../../people/apps/clock/clock-lead.ts';

const expected = rowType({
  id: uuid,
  appId: nullable(uuid),
  networkId: uuid,
  assetId: uuid,
  recipient: text,
  amount,
  leastAmount: amount,
  confirmations: int,
  mustBeFinal: boolean,
  fromBlock: count,
  notBefore: time,
  /** On the clock of the app. */
  watchUntil: nullable(time),
  taskKind: text,
  status: oneOf<ExpectedStatus>(),
  transferId: nullable(uuid),
  acceptedId: nullable(uuid),
  reportedHash: nullable(text),
  createdAt: time,
  updatedAt: time,
});

/** Amounts in smallest units. */
export type ExpectedTransfer = RowOf<typeof expected>;

/** `leadSeconds`: how far the clock of its app runs ahead of the service's clock. */
export interface CompetingTransfer extends ExpectedTransfer {
  readonly leadSeconds: number;
}

const competingColumns = `${expected.columnsOf('e')}, ${clockLead('e.app_id')} as lead_seconds`;

function competing(row: Answered): CompetingTransfer {
  return { ...expected.read(row), leadSeconds: Number(row.lead_seconds) };
}

/** One asset to one address on one network. Expectations with the same place compete for transfers. */
export type Place = Pick<ExpectedTransfer, 'networkId' | 'assetId' | 'recipient'>;

/**
 * The watch of `e` has not ended by the clock of its chain, so a watcher that catches up still looks. `c` is the cursor
 * of its network.
 */
const isWatched = `e.status <> 'final' and (e.watch_until is null or c.chain_time is null
  or ${onServiceClock('e.watch_until', 'e.app_id')} >= c.chain_time)`;
const watched = 'expected_transfers e left join network_cursors c on c.network_id = e.network_id';

export async function insertExpected(trx: Queryable, row: ExpectedTransfer): Promise<void> {
  await trx.query(
    `insert into expected_transfers (${expected.written}) values (${expected.placeholders})`,
    expected.values(row),
  );
}

export async function findExpected(db: Queryable, id: string): Promise<ExpectedTransfer | null> {
  return expected.one(await db.query(`select ${expected.columns} from expected_transfers where id = $1`, [id]));
}

/** Returns the expected transfer, locked until the commit; null if there is none. */
export async function lockExpected(trx: Queryable, id: string): Promise<ExpectedTransfer | null> {
  const rows = await trx.query(`select ${expected.columns} from expected_transfers where id = $1 for update`, [id]);
  return expected.one(rows);
}

/** Selects expectations by watched address or by transfer. */
export type Concerned = { readonly recipients: readonly string[] } | { readonly transferIds: readonly string[] };

/** Lists the places of the selected expectations. */
export async function listPlaces(trx: Queryable, networkId: string, concerned: Concerned): Promise<Place[]> {
  const [where, values] =
    'recipients' in concerned
      ? [`e.recipient = any($2::text[]) and ${isWatched}`, concerned.recipients]
      : ['e.transfer_id = any($2::uuid[])', concerned.transferIds];
  const rows = await trx.query<{ asset_id: string; recipient: string }>(
    `select distinct e.asset_id, e.recipient from ${watched} where e.network_id = $1 and ${where}`,
    [networkId, values],
  );
  return rows.map(({ asset_id, recipient }) => ({ networkId, assetId: asset_id, recipient }));
}

/** Lists the places of these expectations. */
export async function listPlacesOf(db: Queryable, ids: readonly string[]): Promise<Place[]> {
  const rows = await db.query<{ network_id: string; asset_id: string; recipient: string }>(
    'select distinct network_id, asset_id, recipient from expected_transfers where id = any($1::uuid[])',
    [ids],
  );
  return rows.map(({ network_id, asset_id, recipient }) => ({ networkId: network_id, assetId: asset_id, recipient }));
}

/**
 * Returns the expectations at these places, oldest first, locked until the commit. Leaves out expectations with an
 * ended watch and no transfer, except these ids.
 */
export async function lockExpectedAt(
  trx: Queryable,
  places: readonly Place[],
  ids: readonly string[] = [],
): Promise<CompetingTransfer[]> {
  return (
    await trx.query(
      `select ${competingColumns} from ${watched}
         join unnest($1::uuid[], $2::uuid[], $3::text[]) as p(network_id, asset_id, recipient)
           on p.network_id = e.network_id and p.asset_id = e.asset_id and p.recipient = e.recipient
       where ${isWatched} or e.transfer_id is not null or e.id = any($4::uuid[])
       order by e.created_at, e.id for update of e`,
      [places.map((one) => one.networkId), places.map((one) => one.assetId), places.map((one) => one.recipient), ids],
    )
  ).map(competing);
}

/** Converts the row for the rules. `clockLagMillis`: by how much the clock of its chain lags behind the service's. */
export function expectationOf(row: CompetingTransfer, clockLagMillis = 0): Expectation {
  const { id, appId, amount, leastAmount, fromBlock, status, transferId, acceptedId, reportedHash } = row;
  const { notBefore, watchUntil, leadSeconds } = row;
  return {
    ...{ id, appId, amount, leastAmount, fromBlock, status, transferId, acceptedId, reportedHash },
    notBefore: (notBefore.getTime() - clockLagMillis) / 1000,
    until: watchUntil === null ? null : watchUntil.getTime() / 1000 - leadSeconds,
  };
}

/**
 * Writes these matches. Transfers are reassigned in two steps, because two expectations must never have the same one.
 * Watchers load the addresses again, because one of them may have been final.
 */
export async function writeMatches(trx: Queryable, matches: readonly Match[], now: Date): Promise<void> {
  if (matches.length === 0) return;
  const ids = matches.map(({ id }) => id);
  await trx.query(
    `update expected_transfers set status = 'awaited', transfer_id = null, watched_xid = pg_current_xact_id(),
       updated_at = $2 where id = any($1::uuid[])`,
    [ids, now],
  );
  await trx.query(
    `update expected_transfers e set status = n.status, transfer_id = n.transfer_id
     from unnest($1::uuid[], $2::text[], $3::uuid[]) as n(id, status, transfer_id) where e.id = n.id`,
    [ids, matches.map(({ status }) => status), matches.map(({ transferId }) => transferId)],
  );
}

/** A transfer that has its required confirmations at this height, and its block. */
export interface Due {
  readonly expected: ExpectedTransfer;
  readonly block: number;
}

/**
 * Lists the seen transfers of a network that have their confirmations at this height, except simulated ones. Finality
 * is not checked.
 */
export async function listDue(db: Queryable, networkId: string, height: number): Promise<Due[]> {
  const rows = await db.query<Record<string, unknown> & { seen_block: string }>(
    `select ${expected.columnsOf('e')}, o.block as seen_block
     from expected_transfers e join outgoing_transfers o on o.id = e.transfer_id
     where e.network_id = $1 and e.status = 'seen' and $2 - o.block + 1 >= e.confirmations
       and o.block > ${simulatedBlock}
     order by e.created_at, e.id`,
    [networkId, height],
  );
  return rows.map((row) => ({ expected: expected.read(row), block: Number(row.seen_block) }));
}

/**
 * Marks these as final if they still have the same transfer in the same block, with the required depth. Returns the
 * final ones.
 */
export async function finalizeExpected(
  trx: Queryable,
  due: readonly Due[],
  { height, now }: { readonly height: number; readonly now: Date },
): Promise<ExpectedTransfer[]> {
  return expected.all(
    await trx.query(
      `update expected_transfers e set status = 'final', updated_at = $4
       from unnest($1::uuid[], $2::uuid[], $5::bigint[]) as n(id, transfer_id, block)
         join outgoing_transfers o on o.id = n.transfer_id and o.block = n.block
       where e.id = n.id and e.transfer_id = n.transfer_id and e.status = 'seen' and $3 - o.block + 1 >= e.confirmations
       returning ${expected.columnsOf('e')}`,
      [
        due.map((one) => one.expected.id),
        due.map((one) => one.expected.transferId),
        height,
        now,
        due.map(({ block }) => block),
      ],
    ),
  );
}

/** After a reorg below the block of their registration, blocks of the new branch count as later ones. */
export async function lowerFromBlock(trx: Queryable, networkId: string, block: number): Promise<void> {
  await trx.query('update expected_transfers set from_block = $2 where network_id = $1 and from_block > $2', [
    networkId,
    block,
  ]);
}

/** Watchers load the address again, because its watch may have ended. */
export async function updateWatchUntil(trx: Queryable, id: string, until: Date | null, now: Date): Promise<void> {
  await trx.query(
    `update expected_transfers set watch_until = $2, watched_xid = pg_current_xact_id(), updated_at = $3 where id = $1`,
    [id, until, now],
  );
}

/** Only transfers in later blocks count. */
export async function updateFromBlock(trx: Queryable, id: string, block: number): Promise<void> {
  await trx.query('update expected_transfers set from_block = $2 where id = $1', [id, block]);
}

export async function updateAccepted(trx: Queryable, id: string, transferId: string): Promise<void> {
  await trx.query('update expected_transfers set accepted_id = $2 where id = $1', [id, transferId]);
}

export async function updateReportedHash(trx: Queryable, ids: readonly string[], hash: string): Promise<void> {
  await trx.query('update expected_transfers set reported_hash = $2 where id = any($1::uuid[])', [ids, hash]);
}

/** An address that a network's watcher must search for. */
export interface Destination {
  readonly networkId: string;
  readonly recipient: string;
}

/**
 * Lists the addresses of these networks that were registered at or after this database horizon and have a transfer that
 * is awaited or not final yet.
 */
export async function listDestinationsSince(
  db: Queryable,
  networkIds: readonly string[],
  horizon: string,
): Promise<Destination[]> {
  const rows = await db.query<{ network_id: string; recipient: string }>(
    `select distinct e.network_id, e.recipient from ${watched}
     where e.network_id = any($1::uuid[]) and e.watched_xid >= $2::xid8 and (${isWatched} or e.status = 'seen')`,
    [networkIds, horizon],
  );
  return rows.map(({ network_id, recipient }) => ({ networkId: network_id, recipient }));
}

/** Lists up to `most` addresses of a network with an awaited transfer, newest first. */
export async function listAwaitedDestinations(db: Queryable, networkId: string, most: number): Promise<string[]> {
  const rows = await db.query<{ recipient: string }>(
    `select e.recipient from ${watched} where e.network_id = $1 and ${isWatched}
     group by e.recipient order by max(e.created_at) desc limit $2`,
    [networkId, most],
  );
  return rows.map(({ recipient }) => recipient);
}

/** Lists the assets expected at these addresses of a network, and the time of their registration. */
export async function listExpectedAt(
  db: Queryable,
  networkId: string,
  recipients: readonly string[],
): Promise<Pick<ExpectedTransfer, 'assetId' | 'recipient' | 'createdAt'>[]> {
  const rows = await db.query<{ asset_id: string; recipient: string; created_at: Date }>(
    `select e.asset_id, e.recipient, min(e.created_at) as created_at from ${watched}
     where e.network_id = $1 and e.recipient = any($2::text[]) and ${isWatched} group by e.asset_id, e.recipient`,
    [networkId, recipients],
  );
  return rows.map((row) => ({ assetId: row.asset_id, recipient: row.recipient, createdAt: row.created_at }));
}

/** Lists the expectations of a network that have no transfer. */
export async function listAwaited(db: Queryable, networkId: string): Promise<CompetingTransfer[]> {
  const rows = await db.query(
    `select ${competingColumns} from expected_transfers e
     where e.network_id = $1 and e.status = 'awaited' order by e.id`,
    [networkId],
  );
  return rows.map(competing);
}

/** Returns when the first transfer of the network was registered; null if there is none. */
export async function firstRegisteredAt(db: Queryable, networkId: string): Promise<Date | null> {
  const [row] = await db.query<{ first: Date | null }>(
    'select min(created_at) as first from expected_transfers where network_id = $1',
    [networkId],
  );
  return row?.first ?? null;
}

/** Returns when the first transfer that is awaited now was registered; null if none is awaited. */
export async function firstExpectedAt(db: Queryable, networkId: string): Promise<Date | null> {
  const [row] = await db.query<{ first: Date | null }>(
    `select min(e.created_at) as first from ${watched} where e.network_id = $1 and ${isWatched}`,
    [networkId],
  );
  return row?.first ?? null;
}
