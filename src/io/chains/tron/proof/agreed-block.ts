// What becomes of a TRON block whose transactions nobody can prove: it counts where two endpoints tell the same.
import { ChainFault } from '../../chain.ts';
import { readTronBlock, type TronBlockWanted, type TronFindings } from '../read-block.ts';
import type { TronParts } from '../tron-parts.ts';
import { UnprovedTransactions } from './prove-transactions.ts';

/**
 * Asks every endpoint for a block, after one whose list of transactions was not what its header was signed for. That
 * happens among honest nodes too: what a sender adds beside the signed part of a transaction, and no definition names,
 * is hashed with it and left out of the JSON (protobuf's unknown fields, which getAllowProtoFilterNum would forbid).
 * Answers a list that is proved, else the one that two endpoints tell alike; throws `fault` where there is neither, so
 * that nothing that one endpoint alone says is taken.
 */
export async function agreedFindings(
  { tellers, say }: TronParts,
  wanted: TronBlockWanted,
  fault: UnprovedTransactions,
): Promise<TronFindings> {
  const { answers } = await tellers.each((client) => client.call('/wallet/getblockbynum', [{ num: wanted.number }]));
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
  say(`the transactions of block ${wanted.number} cannot be proved; they count since several endpoints tell the same`);
  return findings;
}
