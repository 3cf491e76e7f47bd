// Proves control of an address that cannot sign, by a payment from the address to itself. Requests the payment if there
// is none yet.
import { quoteGrid } from '../../../../../core/money/quote.ts';
import {
  depthMillis,
  type Proof,
  paymentMillis,
  proofAmount,
} from '../../../../../core/payment/receiving/proof-of-control.ts';
import { Problem } from '../../../../../core/problem.ts';
import { codecOf } from '../../../../../io/chains/codecs.ts';
import type { Instance } from '../../../../instance.ts';
import type { Asset, Network } from '../../../../known/catalog/catalog.ts';
import { leastSendable } from '../../../../known/catalog/least-sendable.ts';
import { newestBlock } from '../../../../known/networks/asked/ask-endpoints.ts';
import type { Control, Controlled } from '../control.ts';
import { findPayment } from './find-payment.ts';
import { payableAsset } from './payable-asset.ts';
import { insertPayment, listPayments, type ProofPayment } from './payment-store.ts';

/** Each search reads hours of blocks. */
const mostAtOnce = 2;
let looking = 0;

/** Calls the network, so it must not run within a commit. Throws Problem rate_limited if too many searches run. */
export async function proveByPayment(instance: Instance, controlled: Controlled): Promise<Control> {
  const { network } = controlled;
  const asset = network.followable ? await payableAsset(instance, controlled) : null;
  if (asset === null) return { proof: null, payment: null };
  if (looking >= mostAtOnce) throw new Problem('rate_limited', { headers: { 'retry-after': '2' } });
  looking += 1;
  try {
    return await lookOrAsk(instance, controlled, asset);
  } finally {
    looking -= 1;
  }
}

async function lookOrAsk(instance: Instance, controlled: Controlled, asset: Asset): Promise<Control> {
  const { app, network, address } = controlled;
  const now = instance.clock.now();
  const place = { ownerId: app.ownerId, networkId: network.id, address };
  const listed = await listPayments(instance.db, place, new Date(now.getTime() - depthMillis));
  const asked = listed.filter((one) => instance.seals.verify('proof_payment', one, one.mac));
  for (const one of asked) {
    const confirmations = await findPayment(instance, network, one);
    if (confirmations === null) continue;
    if (confirmations >= network.confirmations) return { proof: proofOn(network), payment: null };
    return shown(instance, one, confirmations);
  }
  const open = asked.find(({ expiresAt }) => expiresAt > now) ?? (await ask(instance, controlled, asset));
  return open === null ? { proof: null, payment: null } : shown(instance, open, null);
}

function shown(
  { catalog }: Pick<Instance, 'catalog'>,
  { assetId, amount, expiresAt }: ProofPayment,
  confirmations: number | null,
): Control {
  const asset = catalog.assetById(assetId);
  return { proof: null, payment: asset === null ? null : { asset, amount, expiresAt, confirmations } };
}

/** A script is the same on all networks of its family. A contract address may have another contract elsewhere. */
function proofOn({ id, family }: Network): Proof {
  return { on: codecOf(family).addressesShared ? id : null, clear: [] };
}

/** Amounts are rarely taken, so few draws are needed. */
const mostDraws = 20;

/** Returns null if no endpoint reports the newest block. */
async function ask(
  instance: Instance,
  { app, network, address }: Controlled,
  asset: Asset,
): Promise<ProofPayment | null> {
  const head = await newestBlock(instance, network);
  if (head === null) return null;
  const now = instance.clock.now();
  const place = { ownerId: app.ownerId, networkId: network.id, assetId: asset.id, address, fromBlock: head + 1 };
  const bounds = boundsOf(network, asset, address);
  for (let drawn = 0; drawn < mostDraws; drawn += 1) {
    const amount = proofAmount({ ...bounds, random: instance.random() });
    const row = { id: instance.newId(), ...place, amount, expiresAt: new Date(now.getTime() + paymentMillis) };
    const payment = { ...row, mac: instance.seals.sign('proof_payment', row), createdAt: now };
    if (await insertPayment(instance.db, payment)) return payment;
  }
  return null;
}

function boundsOf(network: Network, asset: Asset, address: string) {
  const { decimals, cryptocurrency } = asset;
  const hasDust = codecOf(network.family).dustPolicy(address, network.facts) !== null;
  return {
    least: hasDust ? leastSendable({ network, asset, address }) : null,
    step: quoteGrid(decimals, cryptocurrency.stable),
  };
}
