// SQL that writes the configured networks, cryptocurrencies and assets to the database, and records former symbols.
import type { FamilyName } from '../../../../core/config/network-entry.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  boolean,
  computed,
  count,
  int,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  uuid,
} from '../../../../io/db/row-type.ts';

/** `name`, `params`, `test` and the like hold the last configured values, and null if they were never recorded. */
const network = rowType({
  id: uuid,
  symbol: text,
  family: oneOf<FamilyName>(),
  chainId: nullable(count),
  params: nullable(text),
  name: nullable(text),
  test: nullable(boolean),
  confirmations: nullable(int),
  explorer: nullable(text),
});
export type StoredNetwork = RowOf<typeof network>;

const cryptocurrency = rowType({
  id: uuid,
  symbol: text,
  name: nullable(text),
  decimals: nullable(int),
  stable: nullable(boolean),
  peg: nullable(text),
});
export type StoredCryptocurrency = RowOf<typeof cryptocurrency>;

const asset = rowType({ id: uuid, networkId: uuid, cryptocurrencyId: uuid, contract: text, decimals: int });
export type StoredAsset = RowOf<typeof asset>;

const formerSymbol = rowType({ id: uuid, symbol: text, networkId: uuid, assetId: nullable(uuid) });
export type FormerSymbol = RowOf<typeof formerSymbol>;

const alias = rowType({
  alias: computed('f.symbol', text),
  symbol: computed('coalesce(c.symbol, n.symbol)', text),
  network: computed('case when a.id is not null then n.symbol end', nullable(text)),
});

/** Lets one process at a time load the catalog, until its commit. */
export async function lockCatalog(trx: Queryable): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtext('quittance catalog'))`);
}

/** Returns the networks in the order in which they were first configured. */
export async function listNetworks(trx: Queryable): Promise<StoredNetwork[]> {
  return network.all(await trx.query(`select ${network.columns} from networks order by created_at, id`));
}

/** Inserts new rows and updates existing ones by id. The family and the chain id never change. */
export async function saveNetworks(trx: Queryable, networks: readonly StoredNetwork[], now: Date): Promise<void> {
  await trx.query(
    `insert into networks as old (${network.written}, created_at)
     select ${network.written}, $2 from json_to_recordset($1) as r ${network.recordset}
     on conflict (id) do update set symbol = excluded.symbol, params = excluded.params, name = excluded.name,
       test = excluded.test, confirmations = excluded.confirmations, explorer = excluded.explorer
     where (old.symbol, old.params, old.name, old.test, old.confirmations, old.explorer) is distinct from
       (excluded.symbol, excluded.params, excluded.name, excluded.test, excluded.confirmations, excluded.explorer)`,
    [network.json(networks), now],
  );
}

/** Inserts new symbols, updates the others, and returns all rows. */
export async function saveCryptocurrencies(
  trx: Queryable,
  cryptocurrencies: readonly StoredCryptocurrency[],
  now: Date,
): Promise<StoredCryptocurrency[]> {
  await trx.query(
    `insert into cryptocurrencies as old (${cryptocurrency.written}, created_at)
     select ${cryptocurrency.written}, $2 from json_to_recordset($1) as r ${cryptocurrency.recordset}
     on conflict (symbol) do update set name = excluded.name, decimals = excluded.decimals, stable = excluded.stable,
       peg = excluded.peg
     where (old.name, old.decimals, old.stable, old.peg) is distinct from
       (excluded.name, excluded.decimals, excluded.stable, excluded.peg)`,
    [cryptocurrency.json(cryptocurrencies), now],
  );
  return cryptocurrency.all(await trx.query(`select ${cryptocurrency.columns} from cryptocurrencies`));
}

/** Inserts assets with a new pair of network and contract, and returns all rows. */
export async function addAssets(trx: Queryable, assets: readonly StoredAsset[], now: Date): Promise<StoredAsset[]> {
  await trx.query(
    `insert into assets (${asset.written}, created_at)
     select ${asset.written}, $2 from json_to_recordset($1) as r ${asset.recordset}
     on conflict (network_id, contract) do nothing`,
    [asset.json(assets), now],
  );
  return asset.all(await trx.query(`select ${asset.columns} from assets order by created_at, id`));
}

/** Assigns the asset to another cryptocurrency after its symbol was changed in the configuration. */
export async function renameAsset(trx: Queryable, id: string, cryptocurrencyId: string): Promise<void> {
  await trx.query('update assets set cryptocurrency_id = $2 where id = $1', [id, cryptocurrencyId]);
}

/** Records the symbol that a network or an asset had until now. `symbol` is its new symbol. */
export async function addFormerSymbol(trx: Queryable, former: FormerSymbol, symbol: string, now: Date): Promise<void> {
  await trx.query(
    `delete from former_symbols where network_id = $1 and asset_id is not distinct from $2 and symbol = $3`,
    [former.networkId, former.assetId, symbol],
  );
  await trx.query(
    `insert into former_symbols (${formerSymbol.written}, created_at) values (${formerSymbol.placeholders}, $5)
     on conflict do nothing`,
    [...formerSymbol.values(former), now],
  );
}

/** Returns the newest first. If two had the same symbol, the later one takes precedence. */
export async function listAliases(trx: Queryable): Promise<RowOf<typeof alias>[]> {
  return alias.all(
    await trx.query(
      `select ${alias.columns} from former_symbols f join networks n on n.id = f.network_id
       left join assets a on a.id = f.asset_id left join cryptocurrencies c on c.id = a.cryptocurrency_id
       order by f.created_at desc, f.id desc`,
    ),
  );
}
