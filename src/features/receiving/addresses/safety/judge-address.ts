// Judges whether a merchant should be paid at an address: by its form, the catalog and its chain.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AddressLook,
  type FindingCode,
  findingSentences,
  findingsOf,
  isUnspendable,
  type UnspendableReason,
} from '../../../../core/payment/receiving/address-findings.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';

export interface Judged {
  /** The most severe first. */
  readonly codes: readonly FindingCode[];
  /** Whether the chain answered or cannot add anything. Otherwise the daily check asks again. */
  readonly isComplete: boolean;
}

type Parts = Pick<Instance, 'catalog' | 'log'>;

/**
 * `address` is canonical. Calls the network's endpoints for at most three seconds, so it must not run within a commit.
 */
export async function judgeAddress(instance: Parts, network: Network, address: string): Promise<Judged> {
  const known = judgeUnasked(instance, network, address);
  // Only a chain shows who holds an address.
  if (network.isBlockless) return { ...known, isComplete: true };
  if (known.isComplete) return known;
  const look = network.followable ? await lookAt(instance, network, address) : null;
  if (look === null) return known;
  const isListedAsShared = network.sharedWallets.has(address);
  const codes = findingsOf({ unspendable: null, isListedAsShared, look: look === 'not_needed' ? null : look });
  return { codes, isComplete: true };
}

/** Does the same without asking the network. */
export function judgeUnasked(instance: Pick<Instance, 'catalog'>, network: Network, address: string): Judged {
  const unspendable = unspendableAt(instance, network, address);
  const isListedAsShared = network.sharedWallets.has(address);
  return { codes: findingsOf({ unspendable, isListedAsShared, look: null }), isComplete: unspendable !== null };
}

/**
 * Checks the form of an address and the catalog. A token contract counts on all networks of its family, because they
 * share addresses.
 */
export function unspendableAt(
  { catalog }: Pick<Instance, 'catalog'>,
  network: Network,
  address: string,
): UnspendableReason | null {
  const isToken = catalog.assets.some((asset) => asset.contract === address && asset.network.family === network.family);
  return isToken ? 'token_contract' : walletCodecOf(network.family).unspendable(address, network.facts);
}

/**
 * Throws Problem naming `value`: `not_spendable` for an address that cannot be spent from; `confirm_needed` for a
 * finding that the merchant may confirm. `confirmed`: the confirmed findings, or 'all' if the request confirms them.
 */
export function requireSafe({ codes }: Judged, confirmed: readonly string[] | 'all'): void {
  const [gravest] = codes;
  if (gravest !== undefined && isUnspendable(gravest))
    throw fieldProblem('value', 'not_spendable', findingSentences[gravest]);
  const open = confirmed === 'all' ? [] : codes.filter((code) => !confirmed.includes(code));
  if (open.length === 0) return;
  const reasons = open.map((code) => findingSentences[code]).join(' ');
  const message = `${reasons} Confirm it if it is your own (confirm: true).`;
  throw fieldProblem('value', 'confirm_needed', message);
}

const mostMillis = 3_000;

/**
 * Returns null if no endpoint answered in time, and `not_needed` if the form of the family's addresses shows who holds
 * them.
 */
async function lookAt(
  { log }: Pick<Instance, 'log'>,
  network: Network,
  address: string,
): Promise<AddressLook | 'not_needed' | null> {
  const { openChain } = await import('../../../../io/chains/readers.ts');
  const chain = openChain(network.family, network.facts, log);
  if (chain.lookAt === undefined) {
    await chain.close();
    return 'not_needed';
  }
  const ended = new AbortController();
  const asked = chain.lookAt(address).catch((err: unknown) => {
    log.warn({ network: network.symbol, err }, 'an address could not be checked; the daily check asks again');
    return null;
  });
  try {
    return await Promise.race([asked, delay(mostMillis, null, { signal: ended.signal, ref: false }).catch(() => null)]);
  } finally {
    ended.abort();
    await chain.close();
  }
}
