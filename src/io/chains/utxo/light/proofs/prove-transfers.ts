// Turns a server's claims about a block into transfers, each proved by the block's header.
import type { ScannedBlock, Transfer } from '../../../../../core/payment/transfer.ts';
import { malformed } from '../../../chain.ts';
import type { UtxoParams } from '../../params.ts';
import type { LightServer } from '../light-server.ts';
import type { ProvedPlace, WatchedScripts } from '../watched-scripts.ts';
import type { ProvedHeader } from './header-chain.ts';
import { proveInclusion } from './prove-inclusion.ts';
import { type RawTransaction, readRaw } from './raw-transaction.ts';

/** The server to ask, and the addresses to look for. */
export interface Asking {
  readonly server: LightServer;
  readonly watched: WatchedScripts;
  readonly params: UtxoParams;
}

/**
 * The block with the proved transfers of these chain transactions to watched addresses, in the block's order. Chain
 * transactions without such transfers are not proved. Throws ChainFault for a false claim.
 */
export async function proveBlock(
  asking: Asking,
  block: ProvedHeader,
  txHashes: readonly string[],
  signal?: AbortSignal,
): Promise<ScannedBlock> {
  const found: { position: number; transfers: readonly Transfer[] }[] = [];
  for (const txHash of new Set(txHashes)) {
    const raw = await transactionOf(asking, txHash, signal);
    if (raw === null)
      throw malformed(`Chain transaction ${txHash} is reported in a block, but the server does not return it`);
    if (raw.transfers(asking.watched.table).length === 0) continue;
    const { position, maturity } = await provedPlaceOf(asking, raw, block, signal);
    found.push({ position, transfers: raw.transfers(asking.watched.table, maturity) });
  }
  found.sort((one, other) => one.position - other.position);
  return { header: block.header, transfers: found.flatMap(({ transfers }) => transfers) };
}

/** The chain transaction with this id, checked by hashing its bytes; null if the server does not know it. */
export async function transactionOf(
  { server, watched, params }: Asking,
  txHash: string,
  signal?: AbortSignal,
): Promise<RawTransaction | null> {
  const known = watched.transactions.get(txHash);
  const bytes = known ?? (await server.transaction(txHash, signal));
  if (bytes === null) return null;
  const raw = readRaw(bytes, txHash, params);
  if (known === undefined) watched.transactions.set(txHash, bytes);
  return raw;
}

/**
 * Proves that the chain transaction is in the block. A proof from any server is kept and not repeated. Throws
 * ChainFault if it is not in the block.
 */
export async function provedPlaceOf(
  asking: Asking,
  raw: RawTransaction,
  { header, merkleRoot }: ProvedHeader,
  signal?: AbortSignal,
): Promise<ProvedPlace> {
  const { server, watched, params } = asking;
  const { txHash, id, length, maturity } = raw;
  const key = `${txHash}:${header.hash}`;
  const known = watched.proved.get(key);
  if (known !== undefined) return known;
  const branch = await server.branchOf(txHash, header.number, signal);
  const coinbase = await server.coinbaseOf(header, signal);
  const bytes = await server.transaction(coinbase.txHash, signal);
  if (bytes === null)
    throw malformed(`The server does not return the first chain transaction of block ${header.number}`);
  const first = readRaw(bytes, coinbase.txHash, params);
  if (raw.isCoinbase !== (branch.position === 0))
    throw malformed(`Chain transaction ${txHash} cannot be at place ${branch.position} of block ${header.number}`);
  proveInclusion(
    { id, length, branch },
    { id: first.id, isCoinbase: first.isCoinbase, branch: coinbase.branch },
    { root: merkleRoot, number: header.number },
  );
  const place = { position: branch.position, maturity };
  watched.proved.set(key, place);
  return place;
}
