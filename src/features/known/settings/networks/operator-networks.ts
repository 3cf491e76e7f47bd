// Reads and writes the networks that the operator connected in the console. URLs hold API keys, so they are encrypted.
import type { OperatorNetwork } from '../../../../core/config/operator-networks/operator-networks.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { openOrNull, type Vault } from '../../../../io/secrets/vault.ts';
import {
  findOperatorNetworkRow,
  insertOperatorNetwork,
  listOperatorNetworkRows,
  type StoredOperatorNetwork,
  updateOperatorNetwork,
} from './operator-network-store.ts';

/** A row with its endpoints decrypted. */
export interface HeldOperatorNetwork extends OperatorNetwork {
  readonly row: StoredOperatorNetwork;
}

interface Parts {
  readonly db: Queryable;
  readonly vault: Vault;
}

/** Binds the ciphertext to its row and its revision. */
export function endpointsContext(id: string, revision: string): string {
  return `operator network ${id} ${revision}`;
}

/**
 * Returns the networks that the service wrote itself. `warnings`: one sentence for each row that was changed in the
 * database or cannot be decrypted; such a row is not used, because an endpoint that lies can steal.
 */
export async function readOperatorNetworks({ db, vault }: Parts): Promise<{
  readonly networks: readonly HeldOperatorNetwork[];
  readonly warnings: readonly string[];
}> {
  const { rows, tampered } = await listOperatorNetworkRows(db);
  const read = rows.map((row) => ({ row, held: heldOf(vault, row) }));
  const unreadable = read.filter(({ held }) => held === null).map(({ row }) => row.id);
  return {
    networks: read.flatMap(({ held }) => (held === null ? [] : [held])),
    warnings: [...tampered.map(({ id }) => id), ...unreadable].map(
      (id) => `the row ${id} of operator_networks was changed outside the service, so it is not used`,
    ),
  };
}

/** Throws RowTampered, and VaultFault if the endpoints cannot be decrypted. */
export async function findOperatorNetwork({ db, vault }: Parts, symbol: string): Promise<HeldOperatorNetwork | null> {
  const row = await findOperatorNetworkRow(db, symbol);
  if (row === null) return null;
  return heldWith(row, vault.open(row.endpointsSealed, endpointsContext(row.id, row.revision)));
}

/** The time of a write, and its fresh ids. */
export interface Stamp {
  readonly id: string;
  readonly revision: string;
  readonly now: Date;
}

/** Returns the row's id, or null if another request changed the row after `held` was read. */
export async function saveOperatorNetwork(
  trx: Queryable,
  vault: Vault,
  wanted: OperatorNetwork & { readonly held: HeldOperatorNetwork | null },
  { id, revision, now }: Stamp,
): Promise<string | null> {
  const { symbol, definition, enabled, endpoints, held } = wanted;
  const rowId = held?.row.id ?? id;
  const endpointsSealed = vault.seal(JSON.stringify(endpoints), endpointsContext(rowId, revision));
  const createdAt = held?.row.createdAt ?? now;
  const row = { id: rowId, symbol, definition, endpointsSealed, revision, enabled, createdAt, updatedAt: now };
  const isSaved =
    held === null ? await insertOperatorNetwork(trx, row) : await updateOperatorNetwork(trx, row, held.row.revision);
  return isSaved ? rowId : null;
}

function heldOf(vault: Vault, row: StoredOperatorNetwork): HeldOperatorNetwork | null {
  const text = openOrNull(vault, row.endpointsSealed, endpointsContext(row.id, row.revision));
  return text === null ? null : heldWith(row, text);
}

function heldWith(row: StoredOperatorNetwork, endpoints: string): HeldOperatorNetwork {
  const { symbol, definition, enabled } = row;
  return { row, symbol, definition, enabled, endpoints: JSON.parse(endpoints) as string[] };
}
