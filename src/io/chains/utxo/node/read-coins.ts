// Reads unspent outputs and their chain transactions from a node, without a wallet or an index.
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { CoinPlace, CoinReader, UnspentCoin } from '../../spends/spend.ts';
import { plainTransaction } from '../blocks/plain-transaction.ts';
import { nodeFeeRate, nodeRelayRate } from '../transfer-fees.ts';
import { callMany } from './node-calls.ts';
import { readBytes, readFields } from './raw.ts';

export function nodeCoins(rotation: EndpointRotation): CoinReader {
  return {
    unspent: (coins, signal) => unspentAt(rotation, coins, signal),
    async feeRate() {
      const [rate, relay] = await Promise.all([nodeFeeRate(rotation), nodeRelayRate(rotation)]);
      return rate !== null && relay !== null && rate < relay ? relay : (rate ?? relay);
    },
  };
}

async function unspentAt(
  rotation: EndpointRotation,
  coins: readonly CoinPlace[],
  signal: AbortSignal,
): Promise<UnspentCoin[]> {
  const calls = coins.map(({ txHash, output }) => ({ method: 'gettxout', params: [txHash, output, true] }));
  const answers = await callMany(rotation, calls, signal);
  const unspent = coins.flatMap((coin, at) => {
    const answer = answers[at];
    if (answer instanceof Error) throw answer;
    return answer === null ? [] : [{ coin, answer: readFields(answer, 'unspent output') }];
  });
  const transactions = await transactionsOf(
    rotation,
    unspent.map(({ coin }) => coin),
    signal,
  );
  return unspent.map(({ coin, answer }) => {
    const { hex } = readFields(answer.scriptPubKey, 'script of an output');
    const bytes = transactions.get(coin.txHash) ?? null;
    return {
      ...coin,
      // Up to 90 million coins, a double is exact to the smallest unit.
      amount: BigInt(Math.round(Number(answer.value) * 1e8)),
      script: readBytes(hex, 'script of an output'),
      transaction: bytes === null ? null : plainTransaction(bytes, coin.txHash),
    };
  });
}

/**
 * By hash. A node without an index finds a chain transaction in the block that is named. Old nodes (Dogecoin Core 1.14)
 * take no block, and find one with an unspent output by themselves.
 */
async function transactionsOf(
  rotation: EndpointRotation,
  coins: readonly CoinPlace[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const withBlock = ({ txHash, blockHash }: CoinPlace) => [txHash, false, ...(blockHash === null ? [] : [blockHash])];
  for (const paramsOf of [withBlock, ({ txHash }: CoinPlace) => [txHash, false]]) {
    const missing = [...new Map(coins.map((coin) => [coin.txHash, coin])).values()].filter(
      ({ txHash }) => !found.has(txHash),
    );
    if (missing.length === 0) break;
    const calls = missing.map((coin) => ({ method: 'getrawtransaction', params: paramsOf(coin) }));
    const answers = await callMany(rotation, calls, signal);
    missing.forEach(({ txHash }, at) => {
      const answer = answers[at];
      if (answer instanceof EndpointFault) return;
      found.set(txHash, readBytes(answer, 'chain transaction'));
    });
  }
  return found;
}
