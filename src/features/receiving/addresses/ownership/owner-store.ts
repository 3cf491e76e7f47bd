// SQL of the owners of addresses: wallets, their shown and reserved addresses, and open attempts on them.
import type { FamilyName } from '../../../../core/config/network-entry.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  bigint,
  computed,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';

export type WalletKind = 'address' | 'xpub';

const wallet = rowType({
  id: uuid,
  ownerId: uuid,
  kind: oneOf<WalletKind>(),
  /** Canonical. */
  value: text,
  nextIndex: bigint,
  usedIndex: nullable(bigint),
  /** Children below this index are reserved for the owner, as far as they were free. */
  reservedTo: bigint,
  /** The time since which the owner's control is proved. */
  provedAt: nullable(time),
  /** The networks on which control is proved; null for all of the family. */
  provedOn: computed('w.proved_networks::text[]', nullable(texts)),
});
const columns = wallet.columnsOf('w');

export type Wallet = RowOf<typeof wallet>;

export async function findWallet(db: Queryable, family: FamilyName, identity: string): Promise<Wallet | null> {
  return wallet.one(
    await db.query(`select ${columns} from wallets w where w.family = $1 and w.identity = $2`, [family, identity]),
  );
}

export interface NewWallet {
  readonly id: string;
  readonly ownerId: string;
  readonly family: FamilyName;
  readonly kind: WalletKind;
  readonly value: string;
  readonly identity: string;
  readonly createdAt: Date;
}

/** Returns the wallet of this identity, locked: the existing one of any owner, or a new one of this owner. */
export async function upsertWallet(trx: Queryable, added: NewWallet): Promise<Wallet> {
  const { id, ownerId, family, kind, value, identity, createdAt } = added;
  await trx.query(
    `insert into wallets (id, owner_id, family, kind, value, identity, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (family, identity) do nothing`,
    [id, ownerId, family, kind, value, identity, createdAt],
  );
  const found = wallet.one(
    await trx.query(`select ${columns} from wallets w where w.family = $1 and w.identity = $2 for no key update`, [
      family,
      identity,
    ]),
  );
  if (found === null) throw new Error('a wallet is missing after it was inserted');
  return found;
}

/** A wallet of another owner, with the addresses that conflict, and the networks on which it is or was in use. */
export interface ConflictingWallet extends Wallet {
  readonly addresses: readonly string[];
  readonly networkIds: readonly string[];
}

/**
 * Lists other owners' wallets that have one of these addresses or use the same key in any spelling. Locks them if
 * `lock` is set.
 */
export async function listConflicting(
  trx: Queryable,
  wanted: { ownerId: string; family: FamilyName; identity: string; addresses: readonly string[] },
  lock: boolean,
): Promise<ConflictingWallet[]> {
  const rows = await trx.query<{ addresses: string[]; network_ids: string[] }>(
    `select ${columns},
       array(select distinct network_id::text from app_addresses where wallet_id = w.id) as network_ids,
       array(select o.address from address_owners o
         where o.family = $1 and o.wallet_id = w.id and o.address = any($2::text[])) as addresses
     from wallets w where w.owner_id <> $3 and ((w.family = $1 and w.identity = $4)
       or (w.family = $1 and w.kind = 'xpub' and split_part(w.identity, ' ', 1) = split_part($4, ' ', 1))
       or w.id in (select wallet_id from address_owners where family = $1 and address = any($2::text[])))
     order by w.id ${lock ? 'for no key update' : ''}`,
    [wanted.family, wanted.addresses, wanted.ownerId, wanted.identity],
  );
  return rows.map((row) => ({ ...wallet.read(row), addresses: row.addresses, networkIds: row.network_ids }));
}

/** Keeps a known origin if the new text has none. */
export async function recordDescriptor(trx: Queryable, id: string, descriptor: string): Promise<void> {
  await trx.query(
    `update wallets set descriptor = $2
     where id = $1 and (descriptor is null or position('[' in descriptor) = 0 or position('[' in $2) > 0)`,
    [id, descriptor],
  );
}

/** Gives these addresses to the owner of this wallet if they have no owner yet. */
export async function ownAddresses(trx: Queryable, walletId: string, addresses: readonly string[]): Promise<void> {
  await trx.query(
    `insert into address_owners (family, address, owner_id, wallet_id)
     select w.family, a.address, w.owner_id, w.id from wallets w, unnest($2::text[]) as a (address)
     where w.id = $1 order by a.address on conflict do nothing`,
    [walletId, addresses],
  );
}

/**
 * Reserves a child of a key for the change of the merchant's own transactions: it is never shown to a customer, and a
 * transfer to it is not a payment. `address`: the child's, in canonical form.
 */
export async function reserveForChange(
  trx: Queryable,
  walletId: string,
  { index, address }: { readonly index: bigint; readonly address: string },
): Promise<void> {
  await trx.query('update wallets set next_index = greatest(next_index, $2::bigint + 1) where id = $1', [
    walletId,
    index,
  ]);
  await ownAddresses(trx, walletId, [address]);
  await trx.query(
    `update address_owners o set is_change = true from wallets w
     where w.id = $1 and o.family = w.family and o.address = $2 and o.wallet_id = w.id`,
    [walletId, address],
  );
}

/** An address, the same on every network of its family. */
export interface FamilyAddress {
  readonly family: FamilyName;
  readonly address: string;
}

export async function isOwnedBy(db: Queryable, { family, address }: FamilyAddress, ownerId: string): Promise<boolean> {
  const rows = await db.query('select from address_owners where family = $1 and address = $2 and owner_id = $3', [
    family,
    address,
    ownerId,
  ]);
  return rows.length > 0;
}

export async function moveReserved(trx: Queryable, walletId: string, reservedTo: bigint): Promise<void> {
  await trx.query('update wallets set reserved_to = greatest(reserved_to, $2) where id = $1', [walletId, reservedTo]);
}

/** Stores another spelling of the same key. Other addresses are derived from it from now on. */
export async function respellWallet(trx: Queryable, walletId: string, value: string): Promise<void> {
  await trx.query('update wallets set value = $2, reserved_to = 0 where id = $1', [walletId, value]);
}

/** `on`: the network on which control is proved; null for all of the family. */
export interface RecordedProof {
  readonly on: string | null;
  readonly by: string;
  readonly at: Date;
}

/** Records the proof and assigns these addresses of the owner to the proved wallet instead of an unproved one. */
export async function recordProved(
  trx: Queryable,
  wallet: { readonly id: string; readonly addresses: readonly string[] },
  { on, by, at }: RecordedProof,
): Promise<void> {
  await trx.query(
    `update wallets set proved_at = coalesce(proved_at, $2), proved_by = coalesce(proved_by, $3),
       proved_networks = case when $4::uuid is null or (proved_at is not null and proved_networks is null) then null
         else array(select distinct n from unnest(proved_networks || $4::uuid) as n order by n) end
     where id = $1`,
    [wallet.id, at, by, on],
  );
  await trx.query(
    `update address_owners o set wallet_id = p.id from wallets p, wallets w
     where p.id = $1 and o.family = p.family and o.address = any($2::text[]) and o.owner_id = p.owner_id
       and w.id = o.wallet_id and w.proved_at is null`,
    [wallet.id, wallet.addresses],
  );
}

/** A key that gives out addresses beyond its reserved ones, and the networks that it is used on. */
export interface ShortKey extends Wallet {
  readonly networkIds: readonly string[];
}

/** Selects keys of a family, except one owner's, that have fewer than `ahead` children reserved beyond those shown. */
export interface ShortKeySearch {
  readonly family: FamilyName;
  readonly notOfOwner: string;
  readonly ahead: bigint;
}

export async function listShortKeys(db: Queryable, { family, notOfOwner, ahead }: ShortKeySearch): Promise<ShortKey[]> {
  const rows = await db.query<{ network_ids: string[] }>(
    `select ${columns}, array(select distinct network_id::text from app_addresses where wallet_id = w.id) as network_ids
     from wallets w where w.family = $1 and w.kind = 'xpub' and w.owner_id <> $2 and w.reserved_to < w.next_index + $3`,
    [family, notOfOwner, ahead],
  );
  return rows.map((row) => ({ ...wallet.read(row), networkIds: row.network_ids }));
}

/** Addresses of a wallet. */
export interface WalletAddresses {
  readonly walletId: string;
  readonly addresses: readonly string[];
}

/**
 * Gives a wallet to another owner, with its shown addresses and these addresses. Unexpected payments then belong to the
 * given app. The proof of the previous owner is deleted.
 */
export async function giveWallet(
  trx: Queryable,
  { walletId, addresses }: WalletAddresses,
  to: { readonly ownerId: string; readonly appId: string },
): Promise<void> {
  await trx.query(
    'update wallets set owner_id = $2, proved_at = null, proved_by = null, proved_networks = null where id = $1',
    [walletId, to.ownerId],
  );
  await trx.query(
    `update address_owners o set owner_id = $2 from wallets w
     where w.id = $1 and o.wallet_id = w.id and o.family = w.family and (o.address = any($3::text[])
       or o.address in (select address from watched_addresses where wallet_id = $1))`,
    [walletId, to.ownerId, addresses],
  );
  await trx.query('update watched_addresses set app_id = $2 where wallet_id = $1', [walletId, to.appId]);
}

/** Takes single addresses out of a key and gives them to a wallet of another owner, as shared addresses. */
export async function giveAddresses(
  trx: Queryable,
  from: WalletAddresses,
  to: { readonly walletId: string; readonly appId: string },
): Promise<void> {
  const given = await trx.query<{ address: string }>(
    `update address_owners o set owner_id = w.owner_id, wallet_id = w.id from wallets w
     where w.id = $2 and o.family = w.family and o.wallet_id = $1 and o.address = any($3::text[]) returning o.address`,
    [from.walletId, to.walletId, from.addresses],
  );
  await trx.query(
    `update watched_addresses a set wallet_id = w.id, app_id = $2, derivation_index = null from wallets w
     where w.id = $1 and a.family = w.family and a.address = any($3::text[])`,
    [to.walletId, to.appId, given.map((row) => row.address)],
  );
}

/** Lists the addresses of this wallet that were shown. */
export async function listShown(trx: Queryable, walletId: string): Promise<string[]> {
  const rows = await trx.query<{ address: string }>(
    'select distinct address from watched_addresses where wallet_id = $1',
    [walletId],
  );
  return rows.map((row) => row.address);
}

/** Lists the app addresses that use this wallet. */
export async function listUses(trx: Queryable, walletId: string): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    'select id from app_addresses where wallet_id = $1 and deleted_at is null order by id',
    [walletId],
  );
  return rows.map((row) => row.id);
}

/**
 * Blocks new and changed attempts until the commit ends. An attempt reads the owner of its address before it is
 * inserted, so without this lock a search for open attempts could miss it.
 */
export async function holdAttempts(trx: Queryable): Promise<void> {
  await trx.query('lock table transactions in share row exclusive mode');
}

/** Lists the open attempts without a payment, of an owner's apps, at these addresses. */
export async function listOpenOn(
  trx: Queryable,
  ownerId: string,
  { family, addresses }: { readonly family: FamilyName; readonly addresses: readonly string[] },
): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `select t.id from transactions t join apps a on a.id = t.app_id join networks n on n.id = t.network_id
     where a.owner_id = $1 and n.family = $2 and t.recipient = any($3::text[])
       and t.status = 'processing' and t.hash is null
     order by t.id`,
    [ownerId, family, addresses],
  );
  return rows.map((row) => row.id);
}
