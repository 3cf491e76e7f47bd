// Judges all addresses in use once a day, because contracts and busy wallets can appear after an address was entered.
import { findingSentences } from '../../../../core/payment/receiving/address-findings.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import { listUsedAddresses, recordFindings, type UsedAddress } from './finding-store.ts';
import { judgeAddress, judgeUnasked } from './judge-address.ts';

const atOnce = 50;

type Parts = Pick<Instance, 'db' | 'catalog' | 'log' | 'clock'>;

/**
 * `asks`: whether networks are asked; otherwise only the form of addresses and the catalog count. A network that does
 * not answer changes nothing. Stops early on `signal`.
 */
export async function checkAddresses(parts: Parts, asks: boolean, signal: AbortSignal): Promise<void> {
  let after: UsedAddress | null = null;
  for (;;) {
    const addresses: readonly UsedAddress[] = await listUsedAddresses(parts.db, after, atOnce);
    for (const used of addresses) {
      if (signal.aborted) return;
      await check(parts, used, asks);
    }
    after = addresses.at(-1) ?? null;
    if (addresses.length < atOnce) return;
  }
}

async function check(parts: Parts, used: UsedAddress, asks: boolean): Promise<void> {
  const { db, catalog, clock, log } = parts;
  const network = catalog.networkById(used.networkId);
  // The addresses of the test network have no key on purpose.
  if (network === null || network.hasTestChain) return;
  const judge = asks ? judgeAddress : judgeUnasked;
  const judged = await judge(parts, network, used.address);
  if (!judged.isComplete && judged.codes.length === 0) return;
  const address = codecOf(network.family).showAddress(used.address, network.facts);
  for (const code of await db.atomically((trx) => recordFindings(trx, used, { ...judged, now: clock.now() })))
    log.warn({ network: network.symbol, address }, findingSentences[code]);
}
