// Reads unspent outputs and their chain transactions from servers with an index of scripts.
import { type CoinPlace, type CoinReader, outpointOf, type UnspentCoin } from '../../spends/spend.ts';
import { outputAt, plainTransaction } from '../blocks/plain-transaction.ts';
import type { LightPool } from './endpoint-pool.ts';
import type { LightServer } from './light-server.ts';

export function lightCoins(pool: LightPool): CoinReader {
  return {
    async unspent(coins, signal) {
      const found: UnspentCoin[] = [];
      for (const coin of coins) {
        signal.throwIfAborted();
        const unspent = await pool.ask(({ server }) => unspentAt(server, coin, signal));
        if (unspent !== null) found.push(unspent);
      }
      return found;
    },
    async feeRate() {
      const rate = await pool.ask(({ server }) => server.feeRate());
      const relay = await pool.ask(({ server }) => server.relayRate());
      return rate !== null && relay !== null && rate < relay ? relay : (rate ?? relay);
    },
  };
}

async function unspentAt(server: LightServer, coin: CoinPlace, signal: AbortSignal): Promise<UnspentCoin | null> {
  const bytes = await server.transaction(coin.txHash, signal);
  if (bytes === null || (await server.spenderOf(outpointOf(coin))) !== null) return null;
  const transaction = plainTransaction(bytes, coin.txHash);
  const output = outputAt(transaction, coin.output);
  return output === null ? null : { ...coin, ...output, transaction };
}
