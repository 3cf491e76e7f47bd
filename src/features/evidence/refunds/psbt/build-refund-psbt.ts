// Builds the PSBT for refunds of an app from coins of its extended public key. The chain says which are unspent.
import type { Chain } from '../../../../io/chains/chain.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import { conflictsWithEach } from '../../../../io/chains/spends/conflicting-coins.ts';
import {
  type CoinReader,
  type KeyChild,
  type OwnCoin,
  outpointOf,
  type PreparedSpend,
  type SpendKey,
} from '../../../../io/chains/spends/spend.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { askInTurn } from '../../../known/networks/asked/ask-endpoints.ts';
import { type AppAddress, listAllOf } from '../../../receiving/addresses/store.ts';
import type { Refund } from '../refund-store.ts';
import {
  earlierPsbts,
  type FoundPsbt,
  type KeyState,
  keyState,
  listFreeCoins,
  newestPsbts,
  type ReceivedCoin,
  type RefundPsbt,
} from './psbt-store.ts';
import { isSame, requireOnce, storeBuilt } from './store-built.ts';
import type { UnsignedReason } from './unsigned-reason.ts';

/** Refunds of one app with one asset, all ready. */
export interface RefundsToPay {
  readonly appId: string;
  readonly asset: Asset;
  readonly refunds: readonly Refund[];
}

/** The time for all questions to the chain. */
const mostMillis = 5_000;
/** After the network did not answer, it is not asked again for so long. */
const unavailableMillis = 10_000;
/** Coins that are looked up together. */
const lookedUp = 20;
/** Other processes may take coins at the same time. */
const mostAttempts = 3;
/** A fee rate above this multiple of the lowest one that nodes relay by default is taken for a wrong answer. */
const mostTimesRelayed = 1_000n;

/** By network, until when it is not asked, in milliseconds of a monotonic clock. */
const unavailable = new Map<string, number>();

/** Makes network calls, so it must not run within a database transaction. */
export async function buildRefundPsbt(instance: Instance, toPay: RefundsToPay): Promise<RefundPsbt | UnsignedReason> {
  const { network } = toPay.asset;
  const refundIds = toPay.refunds.map(({ id }) => id);
  requireOnce(refundIds);
  const keys = (await listAllOf(instance.db, toPay.appId)).filter(
    (one) => one.kind === 'xpub' && one.networkId === network.id && instance.seals.verify('app_address', one, one.mac),
  );
  if (keys.length === 0) return 'no_extended_key';
  // Only the key of the earlier PSBTs can spend their coins again.
  const earlier = await earlierPsbts(instance.db, refundIds);
  const able = keys.filter(({ walletId }) => earlier.every((one) => one.walletId === walletId));
  let reason: UnsignedReason = 'earlier_psbt_sent';
  for (const key of able.toReversed()) {
    const built = await fromKey(instance, toPay, key);
    if (typeof built !== 'string') return built;
    reason = built;
  }
  return reason;
}

async function fromKey(instance: Instance, toPay: RefundsToPay, key: AppAddress): Promise<RefundPsbt | UnsignedReason> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const plan = await planSpend(instance, toPay, key);
    if (typeof plan === 'string') return plan;
    const spend = await askChain(instance, toPay, plan);
    if (typeof spend === 'string') return spend;
    const stored = await store(instance, toPay, { plan, spend });
    if (stored !== null) return stored;
  }
  return 'not_prepared';
}

interface Plan {
  readonly walletId: string;
  readonly key: SpendKey;
  readonly state: KeyState;
  readonly change: KeyChild;
  readonly coins: readonly ReceivedCoin[];
  /** The coins of each earlier PSBT of one of the refunds. */
  readonly earlier: readonly (readonly string[])[];
}

async function planSpend(
  { db }: Instance,
  { appId, asset, refunds }: RefundsToPay,
  { walletId, value }: AppAddress,
): Promise<Plan | UnsignedReason> {
  const { network } = asset;
  const refundIds = refunds.map(({ id }) => id);
  const state = await keyState(db, walletId, refundIds);
  const key = { value, descriptor: state.descriptor };
  const spends = walletCodecOf(network.family).spendsOf?.(key, network.facts);
  if (spends?.isSpendable !== true) return 'wallet_not_supported';
  const newest = [...(await newestPsbts(db, refundIds)).values()].filter((one) => one.walletId === walletId);
  const earlier = (await earlierPsbts(db, refundIds)).map(({ inputs }) => inputs);
  const { confirmations } = network;
  const of = { appId, networkId: network.id, walletId, assetId: asset.id, confirmations, refundIds };
  const coins = await listFreeCoins(db, { ...of, first: earlier.flat() });
  if (!conflictsWithEach(coins.map(outpointOf), earlier)) return 'earlier_psbt_sent';
  return { walletId, key, state, change: changeOf(state, spends.hasChange, { newest, refundIds }), coins, earlier };
}

function changeOf(
  { nextIndex, nextChange }: KeyState,
  hasBranch: boolean,
  { newest, refundIds }: { readonly newest: readonly FoundPsbt[]; readonly refundIds: readonly string[] },
): KeyChild {
  if (hasBranch) return { branch: 'change', index: nextChange };
  const own = newest.find((one) => one.changeBranch === 'receiving' && isSame(one.refundIds, refundIds));
  return { branch: 'receiving', index: own?.changeIndex ?? nextIndex };
}

async function askChain(instance: Instance, toPay: RefundsToPay, plan: Plan): Promise<PreparedSpend | UnsignedReason> {
  const { network } = toPay.asset;
  const worth = plan.coins.reduce((sum, { amount }) => sum + amount, 0n);
  if (worth <= sumOf(toPay.refunds)) return 'not_enough_coins';
  const now = performance.now();
  if ((unavailable.get(network.id) ?? 0) > now) return 'network_unavailable';
  const ask = ({ coins }: Chain, signal: AbortSignal) =>
    coins === undefined ? Promise.resolve(null) : chooseCoins(coins, { toPay, plan }, signal);
  const answer = await askInTurn(instance, network, { ask, mostMillis });
  if (answer !== null) return answer;
  unavailable.set(network.id, now + unavailableMillis);
  return 'network_unavailable';
}

interface Choice {
  readonly toPay: RefundsToPay;
  readonly plan: Plan;
}

/** Looks coins up until they suffice: first the coins of earlier PSBTs, then the largest. */
async function chooseCoins(
  reader: CoinReader,
  { toPay: { asset, refunds }, plan }: Choice,
  signal: AbortSignal,
): Promise<PreparedSpend | UnsignedReason> {
  const { network } = asset;
  const feeRate = (await reader.feeRate()) ?? relayFeeOf(asset);
  if (feeRate > relayFeeOf(asset) * mostTimesRelayed) return 'fee_too_high';
  const earlier = new Set(plan.earlier.flat());
  const isEarlier = (coin: ReceivedCoin) => earlier.has(outpointOf(coin));
  const [first, rest] = [plan.coins.filter(isEarlier), plan.coins.filter((coin) => !isEarlier(coin))];
  const known = new Map(plan.coins.map((coin) => [outpointOf(coin), coin]));
  const coins: OwnCoin[] = [];
  for (let asked = 0, next = first; asked === 0 || next.length > 0; asked += 1) {
    for (const coin of next.length === 0 ? [] : await reader.unspent(next, signal)) {
      const own = known.get(outpointOf(coin));
      if (own !== undefined) coins.push({ ...coin, branch: own.branch, index: own.index });
    }
    const spend = walletCodecOf(network.family).prepareSpend?.(
      {
        key: plan.key,
        coins,
        earlier: plan.earlier,
        payments: refunds.map(({ recipient, amount }) => ({ recipient: recipient ?? '', amount: amount ?? 0n })),
        feeRate,
        change: plan.change,
      },
      network.facts,
    );
    if (spend === 'earlier_coins_gone') return 'earlier_psbt_sent';
    if (spend !== 'not_enough_coins' && spend !== undefined) return spend.fee > sumOf(refunds) ? 'fee_too_high' : spend;
    next = rest.splice(0, lookedUp);
  }
  return 'not_enough_coins';
}

function sumOf(refunds: readonly Refund[]): bigint {
  return refunds.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

function relayFeeOf({ network }: Asset): bigint {
  const known = network.transferFees?.relayRate ?? null;
  return known ?? codecOf(network.family).dustPolicy(null, network.facts)?.relayFee ?? 1_000n;
}

/** Returns null if a refund or a coin changed meanwhile. */
async function store(
  instance: Instance,
  { appId, asset, refunds }: RefundsToPay,
  { plan, spend }: { readonly plan: Plan; readonly spend: PreparedSpend },
): Promise<RefundPsbt | null> {
  const { walletId, state, change, key } = plan;
  const { network } = asset;
  const refundIds = refunds.map(({ id }) => id);
  const built: RefundPsbt = {
    id: instance.newId(),
    appId,
    networkId: network.id,
    walletId,
    refundIds,
    watchIds: refunds.map(({ watches }) => watches.at(-1)?.id ?? ''),
    inputs: spend.inputs,
    psbt: spend.psbt,
    fee: spend.fee,
    changeBranch: spend.change === null ? null : change.branch,
    changeIndex: spend.change === null ? null : change.index,
    changeOutput: spend.change?.output ?? null,
    changeAmount: spend.change?.amount ?? null,
    replacedAt: null,
    createdAt: instance.clock.now(),
  };
  const isNextChild = spend.change !== null && change.branch === 'receiving';
  const changeAddress = isNextChild
    ? codecOf(network.family).deriveAddress(key.value, change.index, network.facts)
    : null;
  return instance.db.atomically((trx) => storeBuilt(trx, built, { ...state, changeAddress }));
}
