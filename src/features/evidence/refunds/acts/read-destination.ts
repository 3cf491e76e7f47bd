// Reads and judges the address that a refund is to be sent to, by the rules of receiving addresses.
import { findingSentences, isUnspendable } from '../../../../core/payment/receiving/address-findings.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { isRefusal } from '../../../../io/chains/codec.ts';
import { readAddressOf } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { refusePrivate } from '../../../receiving/addresses/refuse-private.ts';
import { judgeAddress } from '../../../receiving/addresses/safety/judge-address.ts';

export interface WrittenDestination {
  readonly to: string;
  /** Whether the caller takes an address with a finding, such as a contract that is no known wallet. */
  readonly isConfirmed: boolean;
}

/**
 * Returns the canonical address. Throws Problem naming `to`: a private key, no address of the network, an address that
 * cannot be spent from, or one that must be confirmed. Calls the network, so it must not run within a commit.
 */
export async function readDestination(
  instance: Pick<Instance, 'catalog' | 'log'>,
  { network }: Asset,
  { to, isConfirmed }: WrittenDestination,
): Promise<string> {
  refusePrivate('to', to);
  const read = readAddressOf(network.family, to.trim(), network.facts);
  if (isRefusal(read)) throw fieldProblem('to', read.code, read.message);
  const { codes } = await judgeAddress(instance, network, read.canonical);
  const [gravest] = codes;
  if (gravest === undefined) return read.canonical;
  if (isUnspendable(gravest)) throw fieldProblem('to', 'not_spendable', findingSentences[gravest]);
  if (isConfirmed) return read.canonical;
  const reasons = codes.map((code) => findingSentences[code]).join(' ');
  throw fieldProblem('to', 'confirm_needed', `${reasons} Repeat the request with confirm: true if it is right.`);
}
