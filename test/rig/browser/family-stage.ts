// The setup for tests that pay one invoice on several chain families: an EVM node, a UTXO node, a TRON stand-in, one
// service, one merchant.
import type { Hex } from 'viem';
import { type Client, type Json, ok, until } from '../client.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { type Anvil, startAnvil } from '../evm/anvil.ts';
import { checkLaws, checkReachable } from '../laws.ts';
import { createMerchant, type Merchant } from '../merchant.ts';
import { type ServiceProcess, startService } from '../service.ts';
import { newAddress } from '../stage.ts';
import { startTronNode, type TronNode } from '../tron/tron-node.ts';
import { newTronAddress, solidAfter, usdt } from '../tron/tron-stage.ts';
import { canonicalOf, newTronWallet, type TronWallet } from '../tron/tron-wallet.ts';
import { type Litecoind, startLitecoind } from '../utxo/litecoind.ts';
import { newDescriptor } from '../utxo/utxo-stage.ts';
import { pageNetwork } from './page-network.ts';

export interface FamilyStage {
  readonly anvil: Anvil;
  readonly litecoin: Litecoind;
  readonly tron: TronNode;
  readonly database: TestDatabase;
  readonly service: ServiceProcess;
  /** Accepts USDT on TRON, LTC and ETH, offered in the reverse order. */
  readonly merchant: Merchant;
  readonly anyone: Client;
  invoice(total: string, more?: Json): Promise<Json>;
  /** A wallet with TRX and a million USDT. */
  tronCustomer(): Promise<TronWallet>;
  /** Waits until every block of the Litecoin and the TRON chain was read. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Rates are fixed: 1 ETH is 2,000 USD, 1 LTC 100 USD, 1 TRX 0.25 USD, 1 USDT 1 USD. Each network needs two
 * confirmations, and TRON also a solidified block.
 */
export async function startFamilyStage(): Promise<FamilyStage> {
  const [anvil, litecoin, tron, database] = await Promise.all([
    startAnvil(),
    startLitecoind(),
    startTronNode({ solidAfter }),
    testDatabase(),
  ]);
  await tron.placeToken('Token', canonicalOf(usdt), ['Tether USD', 'USDT', 6, 10n ** 30n]);
  const service = await startService({
    databaseUrl: database.url,
    config: configuration(anvil, litecoin, tron),
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const merchant = await createMerchant(service, {
    accepts: [
      ['ETH', 'local'],
      ['LTC', 'litecoin-local'],
      ['USDT', 'nile'],
    ],
    receives: [
      { network: 'local', kind: 'address', value: newAddress() satisfies Hex },
      { network: 'litecoin-local', kind: 'xpub', value: newDescriptor() },
      { network: 'nile', kind: 'address', value: newTronAddress() },
    ],
  });
  const caughtUp = async (): Promise<void> => {
    await until(async () => {
      const read = await database.db.query<{ symbol: string; block_hash: string | null }>(
        'select n.symbol, c.block_hash from network_cursors c join networks n on n.id = c.network_id',
      );
      const at = (symbol: string) => read.find((one) => one.symbol === symbol)?.block_hash;
      const head = await litecoin.rpc<string>('getbestblockhash');
      return at('litecoin-local') === head && at('nile') === `0x${tron.block(tron.height()).blockID}`;
    }, 'the service to have read every block');
  };
  return {
    anvil,
    litecoin,
    tron,
    database,
    service,
    merchant,
    caughtUp,
    anyone: merchant.api.as(null),
    invoice: (total, more = {}) => ok(merchant.appApi.post('/invoice', { total, currency: 'USD', ...more })),
    async tronCustomer() {
      const wallet = await newTronWallet(tron, [canonicalOf(usdt)]);
      await tron.mine();
      return wallet;
    },
    async close() {
      try {
        await caughtUp();
        await checkLaws(database.db);
        await checkReachable(database.db, merchant.api.as(null));
      } finally {
        await service.stop();
        await Promise.all([anvil.stop(), litecoin.stop(), tron.stop()]);
        await database.drop();
      }
    },
  };
}

function configuration(anvil: Anvil, litecoin: Litecoind, tron: TronNode): object {
  const common = { ...pageNetwork, confirmations: 2, test: true };
  return {
    networks: {
      local: {
        ...common,
        type: 'EVM',
        name: 'Local chain',
        chain_id: anvil.chainId,
        rpc: [anvil.url],
        native: { symbol: 'ETH' },
      },
      'litecoin-local': {
        ...common,
        type: 'UTXO',
        name: 'Litecoin',
        params: 'litecoin-regtest',
        rpc: [litecoin.url],
        native: { symbol: 'LTC' },
      },
      nile: {
        ...pageNetwork,
        rpc: [tron.url],
        confirmations: 2,
        tokens: [{ symbol: 'USDT', name: 'Tether USD', contract: usdt, decimals: 6, stable: true }],
      },
    },
    rates: {
      sources: [],
      fixed: { ETH: { USD: '2000' }, LTC: { USD: '100' }, TRX: { USD: '0.25' }, USDT: { USD: '1' } },
    },
  };
}
