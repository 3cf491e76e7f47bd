// Finds the payment by which the holder of an address sends a certain amount from it to itself.
import type { ScannedBlock, Transfer } from '../../../core/payment/transfer.ts';
import type { FoundOwnPayment, OwnPayment } from '../chain.ts';

/** Each input takes a request. */
const mostInputs = 50;

export interface OwnPaymentSource {
  /** Blocks from `sought.from` on, scanned for payments to the address. */
  readonly blocks: AsyncIterable<ScannedBlock>;
  /** The payments of a chain transaction to the address, proved by its id; null if its bytes cannot be found. */
  paysTo(txHash: string): Promise<readonly Transfer[] | null>;
}

/**
 * Every input must spend an output to the address. Otherwise a person who adds an input to another's payment, as in a
 * payjoin, could add such an output too. An older coin counts if `paysTo` finds it.
 */
export async function findOwnPayment(
  { blocks, paysTo }: OwnPaymentSource,
  { address, amount, until }: OwnPayment,
): Promise<FoundOwnPayment | null> {
  const own = new Set<string>();
  const asked = new Set<string>();
  const isOwn = async (outpoint: string) => {
    const txHash = outpoint.slice(0, outpoint.indexOf(':'));
    if (!own.has(outpoint) && !asked.has(txHash)) {
      asked.add(txHash);
      for (const paid of (await paysTo(txHash)) ?? []) own.add(outpointOf(paid));
    }
    return own.has(outpoint);
  };
  for await (const { header, transfers } of blocks) {
    if (header.time > until) return null;
    const paid = transfers.filter(({ recipient }) => recipient === address);
    for (const one of paid) own.add(outpointOf(one));
    for (const { txHash, spends = [], ...one } of paid)
      if (one.amount === amount && (await areAll(spends, isOwn))) return { txHash, header };
  }
  return null;
}

async function areAll(spends: readonly string[], isOwn: (outpoint: string) => Promise<boolean>): Promise<boolean> {
  if (spends.length === 0 || spends.length > mostInputs) return false;
  for (const outpoint of spends) if (!(await isOwn(outpoint))) return false;
  return true;
}

function outpointOf({ txHash, position }: Transfer): string {
  return `${txHash}:${position.slice('out:'.length)}`;
}
