// Compares a token's events with its balances, because some tokens keep a part of every transfer.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { addressInWord, type RawLog, readAddress, readAmount, transferTopic } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { RpcCall } from '../../json-rpc.ts';
import { Refusals } from './refusals.ts';

/** balanceOf(address) of ERC-20. */
const balanceSelector = '0x70a08231';
/** How long to wait before endpoints that answer no calls are tried again. */
const expiryMillis = 600_000;

/** Checks transfers to watched addresses of tokens that are not known to deliver in full. */
export class DeliveryCheck {
  readonly #rotation: EndpointRotation;
  readonly #unproven: ReadonlySet<string>;
  readonly #log: (message: string) => void;
  readonly #refusals = new Refusals();
  /** Tokens that were seen to deliver less than their events reported. */
  readonly #short = new Set<string>();
  #mutedUntil = 0;

  constructor(rotation: EndpointRotation, unproven: ReadonlySet<string>, log: (message: string) => void) {
    this.#rotation = rotation;
    this.#unproven = unproven;
    this.#log = log;
  }

  isOf({ contract, succeeded }: Transfer): boolean {
    return succeeded && this.#unproven.has(contract);
  }

  /**
   * `transfers` are all transfers of a block to watched addresses, `logs` all its Transfer events of listed tokens. If
   * a single transfer delivered less than its event reports, the delivered amount is returned. Several transfers that
   * fell short, or one that delivered nothing, are held. If no endpoint has the balances, events are trusted, except
   * for a token that fell short before.
   */
  async check(
    header: BlockHeader,
    transfers: readonly Transfer[],
    logs: readonly RawLog[],
    signal: AbortSignal,
  ): Promise<readonly Transfer[]> {
    const groups = Map.groupBy(
      transfers.filter((one) => this.isOf(one)),
      ({ contract, recipient }) => `${contract} ${recipient}`,
    );
    if (groups.size === 0) return transfers;
    const grown = await this.#growth(
      header,
      [...groups.values()].map(([first]) => first as Transfer),
      signal,
    );
    const checked = new Map<Transfer, Transfer>();
    for (const [at, group] of [...groups.values()].entries())
      for (const [before, after] of this.#judge(group, grown?.[at] ?? null, logs)) checked.set(before, after);
    return transfers.map((one) => checked.get(one) ?? one);
  }

  #judge(group: readonly Transfer[], growth: bigint | null, logs: readonly RawLog[]): [Transfer, Transfer][] {
    const [first] = group as [Transfer];
    const hold = () => group.map((one): [Transfer, Transfer] => [one, { ...one, held: 'short_delivery' }]);
    if (growth === null) return this.#short.has(first.contract) ? hold() : [];
    const arrived = growth + sentAway(first, logs);
    const said = group.reduce((sum, { amount }) => sum + amount, 0n);
    if (arrived >= said) return [];
    if (!this.#short.has(first.contract))
      this.#log(`the token ${first.contract} delivers less than its events say: ${arrived} of ${said} counts`);
    this.#short.add(first.contract);
    return group.length === 1 && arrived > 0n ? [[first, { ...first, amount: arrived }]] : hold();
  }

  /** The growth of each balance in this block; null if no endpoint can answer. */
  async #growth(
    { number, hash, parentHash }: BlockHeader,
    of: readonly Transfer[],
    signal: AbortSignal,
  ): Promise<bigint[] | null> {
    if (performance.now() < this.#mutedUntil) return null;
    const calls = of.flatMap(({ contract, recipient }): RpcCall[] => {
      const call = { to: contract, data: `${balanceSelector}${recipient.slice(2).padStart(64, '0')}` };
      // Read by hash (EIP-1898), so that both answers are from this branch.
      return [hash, parentHash].map((blockHash) => ({ method: 'eth_call', params: [call, { blockHash }] }));
    });
    try {
      const balances = (await this.#ask(calls, signal)).map((answer) => readAmount(answer, 'balance'));
      this.#refusals.forget(number);
      return of.map((_, at) => (balances[2 * at] as bigint) - (balances[2 * at + 1] as bigint));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
      if (!this.#refusals.isFinal(number, fault.message))
        throw malformed(`Balances at block ${number}: ${fault.message}`);
      this.#mutedUntil = performance.now() + expiryMillis;
      this.#log(
        `no endpoint returns balances at block ${number} (${fault.message}); tokens' events are trusted for a while`,
      );
      return null;
    }
  }

  async #ask(calls: readonly RpcCall[], signal: AbortSignal): Promise<unknown[]> {
    return Promise.all(calls.map(({ method, params }) => this.#rotation.call(method, params, signal)));
  }
}

/** The amount of the same token that left the address in the same block. */
function sentAway({ contract, recipient }: Transfer, logs: readonly RawLog[]): bigint {
  return logs
    .filter(({ address, topics, data }) => {
      const isTransfer = topics[0] === transferTopic && topics.length === 3 && data.length === 66;
      return (
        isTransfer && readAddress(address, 'address of a log') === contract && addressInWord(topics[1], 2) === recipient
      );
    })
    .reduce((sum, { data }) => sum + readAmount(data, 'data of a log'), 0n);
}
