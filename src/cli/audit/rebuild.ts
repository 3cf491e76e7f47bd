// `audit --rebuild NETWORK`: recounts a network's payments and refunds from its blocks, and the money from them.
import {
  type Difference,
  type Recount,
  type RecountOrder,
  recountNetwork,
} from '../../features/evidence/chain-sync/recount/recount-network.ts';
import type { Instance } from '../../features/instance.ts';
import type { BrokenLaw } from '../../features/operations/reports/laws/law-store.ts';
import { brokenLawsIn } from '../../roles/upkeep/check-money-rules.ts';
import { amount } from '../backup/progress.ts';
import { withChain } from '../network/with-chain.ts';
import type { Terminal } from '../terminal.ts';
import { fault } from '../words.ts';

export interface Rebuild {
  readonly networkName: string;
  /** The first height; null for the height at which the network was first followed. */
  readonly from: number | null;
  readonly databaseUrl: string;
}

/** Prints the differences. Returns whether the books agree with the chain. Throws StartFault. */
export async function rebuild(
  instance: Instance,
  { networkName, from, databaseUrl }: Rebuild,
  terminal: Terminal,
): Promise<boolean> {
  const recount = await withChain(instance, networkName, (network, chain) =>
    recountNetwork(instance, { network, chain, from, onProgress: progress(networkName, terminal) }),
  );
  if (recount === null) throw fault(`The network ${networkName} was not read yet.`);
  const broken = await brokenLawsIn(databaseUrl);
  terminal.output.write([...recount.differences.map(sentenceOf), ...broken.map(lawSentence)].join(''));
  terminal.output.write(summary(networkName, recount, broken));
  return recount.differences.length + broken.length === 0;
}

const everyMillis = 5_000;

function progress(name: string, terminal: Terminal): NonNullable<RecountOrder['onProgress']> {
  let read = 0;
  let reportedAt = Date.now();
  return (blocks, of) => {
    read += blocks;
    if (Date.now() - reportedAt < everyMillis) return;
    reportedAt = Date.now();
    terminal.errors.write(`${name}: ${read} of ${of} blocks reread\n`);
  };
}

/** Amounts in smallest units. */
function sentenceOf(found: Difference): string {
  const { kind, isOutgoing, block, txHash, position, recipient, recorded, onChain } = found;
  const what = `${txHash} (${position}) in block ${block}, to ${recipient}${isOutgoing ? ', as a refund' : ''}`;
  if (kind === 'missing') return `Not recorded: ${onChain} of ${what}.\n`;
  if (kind === 'not_on_chain') return `Not on the chain: ${recorded} of ${what}.\n`;
  return `The recorded amount differs from the chain: ${what}: recorded ${recorded}, on the chain ${onChain}.\n`;
}

function lawSentence({ law, rows }: BrokenLaw): string {
  return `This does not hold: ${law}. First: ${JSON.stringify(rows[0])}\n`;
}

function summary(name: string, recount: Recount, broken: readonly BrokenLaw[]): string {
  const { first, last, recorded, byBalance, differences } = recount;
  const read = `${name}: blocks ${first} to ${last} were reread, with ${amount(recorded, 'recorded transfer')}.`;
  const left =
    byBalance === 0 ? '' : ` ${byBalance} of them are internal transfers that only balances showed: not compared.`;
  if (differences.length + broken.length === 0)
    return `${read}${left} The records agree with the chain, and invoices agree with the records.\n`;
  const found = `${amount(differences.length, 'difference')}, ${amount(broken.length, 'broken law')}`;
  return `${read}${left} Found: ${found}. Nothing was changed. See /docs/how-to/runbook#quittancelawbroken.\n`;
}
