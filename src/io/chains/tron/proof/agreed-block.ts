// Accepts a TRON block with unprovable transactions if two endpoints return the same list.
import { ChainFault } from '../../chain.ts';
import { readTronBlock, type TronBlockWanted, type TronFindings } from '../read-block.ts';
import type { TronParts } from '../tron-parts.ts';
import { UnprovedTransactions } from './prove-transactions.ts';

/**
 * Asks every endpoint for a block after one returned transactions that do not match its header. That also happens with
 * honest nodes: a sender can add unknown protobuf fields outside the signed part of a transaction. They are hashed with
 * it but left out of the JSON (getAllowProtoFilterNum would forbid them). Returns a proved list, else the one that two
 * endpoints agree on. Throws `fault` if there is neither, so that the word of one endpoint never counts.
 */
export async function agreedFindings(
  { separateEndpoints, say }: TronParts,
  wanted: TronBlockWanted,
  fault: UnprovedTransactions,
): Promise<TronFindings> {
  const { answers } = await separateEndpoints.each((client) =>
    client.call('/wallet/getblockbynum', [{ num: wanted.number }]),
  );
  const unproved = new Map<string, { count: number; answer: unknown }>();
  for (const answer of answers) {
    try {
      return readTronBlock(answer, wanted);
    } catch (other) {
      if (!(other instanceof ChainFault)) throw other;
      if (!(other instanceof UnprovedTransactions)) continue;
      const key = `${other.hash} ${other.root}`;
      unproved.set(key, { count: (unproved.get(key)?.count ?? 0) + 1, answer });
    }
  }
  const [key, agreed] = [...unproved].find(([, { count }]) => count >= 2) ?? [];
  if (key === undefined || agreed === undefined) throw fault;
  const findings = readTronBlock(agreed.answer, { ...wanted, agreedRoot: key.slice(-64) });
  say(`the transactions of block ${wanted.number} cannot be proved; they are accepted because several endpoints agree`);
  return findings;
}
