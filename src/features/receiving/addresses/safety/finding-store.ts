// All SQL of the table address_findings: reasons against being paid at an address.
import type { FindingCode } from '../../../../core/payment/receiving/address-findings.ts';
import type { Queryable } from '../../../../io/db/database.ts';

export interface FoundAt {
  readonly walletId: string;
  readonly networkId: string;
}

/** The result of one check of an address. */
export interface Look {
  readonly codes: readonly FindingCode[];
  readonly isComplete: boolean;
  readonly now: Date;
}

/**
 * Replaces the known findings, or adds to them if the check was not complete (`isComplete` false). An existing finding
 * keeps its time and its confirmation. Returns the new codes.
 */
export async function recordFindings(
  trx: Queryable,
  { walletId, networkId }: FoundAt,
  { codes, isComplete, now }: Look,
): Promise<FindingCode[]> {
  if (isComplete)
    await trx.query(
      'delete from address_findings where wallet_id = $1 and network_id = $2 and not code = any($3::text[])',
      [walletId, networkId, codes],
    );
  const rows = await trx.query<{ code: FindingCode }>(
    `insert into address_findings (wallet_id, network_id, code, noted_at)
     select $1, $2, unnest($3::text[]), $4 on conflict do nothing returning code`,
    [walletId, networkId, codes, now],
  );
  return rows.map(({ code }) => code);
}

/** Records that the owner uses the address in spite of these findings. */
export async function confirmFindings(
  trx: Queryable,
  { walletId, networkId }: FoundAt,
  by: { readonly ownerId: string; readonly codes: readonly FindingCode[]; readonly now: Date },
): Promise<void> {
  await trx.query(
    `update address_findings set confirmed_by = $3, confirmed_at = $4
     where wallet_id = $1 and network_id = $2 and code = any($5::text[])`,
    [walletId, networkId, by.ownerId, by.now, by.codes],
  );
}

/** Returns the findings that this owner has confirmed. */
export async function listConfirmed(db: Queryable, at: FoundAt, ownerId: string): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    'select code from address_findings where wallet_id = $1 and network_id = $2 and confirmed_by = $3',
    [at.walletId, at.networkId, ownerId],
  );
  return rows.map(({ code }) => code);
}

/** A fixed address in use. */
export interface UsedAddress extends FoundAt {
  /** Canonical. */
  readonly address: string;
}

/** Lists addresses ordered by network and wallet, starting after `after`. */
export async function listUsedAddresses(db: Queryable, after: FoundAt | null, limit: number): Promise<UsedAddress[]> {
  const rows = await db.query<{ wallet_id: string; network_id: string; value: string }>(
    `select distinct aa.network_id, aa.wallet_id, w.value from app_addresses aa
     join wallets w on w.id = aa.wallet_id and w.kind = 'address'
     join apps p on p.id = aa.app_id and p.archived_at is null
     where aa.enabled and aa.deleted_at is null
       and ($1::uuid is null or (aa.network_id, aa.wallet_id) > ($1::uuid, $2::uuid))
     order by aa.network_id, aa.wallet_id limit $3`,
    [after?.networkId ?? null, after?.walletId ?? null, limit],
  );
  return rows.map((row) => ({ walletId: row.wallet_id, networkId: row.network_id, address: row.value }));
}
