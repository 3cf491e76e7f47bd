// A TRON browser wallet that tests control. It offers the part of tronweb's interface that the pages use.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Json } from '../client.ts';
import type { TronNode } from '../tron/tron-node.ts';
import { type CallParameter, callData, canonicalOf, prefixedOf, type TronWallet } from '../tron/tron-wallet.ts';

/**
 * Adds window.tron (TIP-1193) to every document that `page` opens from now on. The wallet is on Shasta until it is
 * asked to switch. Returns the requested methods.
 */
export async function injectTronLink(
  page: Page,
  { tron, wallet }: { readonly tron: TronNode; readonly wallet: TronWallet },
): Promise<{ readonly asked: readonly string[] }> {
  const asked: string[] = [];
  let onId = '94a9059e';
  const acts: Record<string, (...given: never[]) => unknown> = {
    request: ({ method, params }: { method: string; params?: readonly [{ chainId: string }] }) => {
      asked.push(method);
      if (method === 'wallet_switchEthereumChain') onId = params?.[0].chainId.slice(2) ?? onId;
      return method === 'eth_requestAccounts' ? [wallet.address] : null;
    },
    getBlock: () => ({ blockID: `0000000000000000${onId}` }),
    sendTrx: (to: string, sun: number, from: string) => {
      assert.ok(Number.isSafeInteger(sun) && sun > 0, 'tronweb takes a whole number of sun');
      return wallet.build('TransferContract', {
        owner_address: prefixedOf(from),
        to_address: prefixedOf(to),
        amount: sun,
      });
    },
    triggerSmartContract: async (...[contract, method, { feeLimit }, parameters, from]: TriggerArguments) => ({
      transaction: await wallet.build(
        'TriggerSmartContract',
        {
          owner_address: prefixedOf(from),
          contract_address: prefixedOf(contract),
          data: callData(method, parameters),
        },
        { fee_limit: feeLimit },
      ),
    }),
    // The stand-in executes constant calls on its EVM node.
    triggerConstantContract: async (contract: string) => {
      const call = { to: canonicalOf(contract), data: decimalsSelector };
      const answer = await tron.anvil.rpc<string>('eth_call', [call, 'latest']);
      return { constant_result: [answer.slice(2)] };
    },
    sign: (transaction: Json) => wallet.key.sign(transaction),
    sendRawTransaction: (signed: Json) => wallet.broadcast(signed),
  };
  await page.exposeFunction('__rigTron', async (act: string, given: readonly never[]) => acts[act]?.(...given));
  await page.addInitScript({
    content: `{
      const act = (name) => (...given) => window.__rigTron(name, given);
      const from = (...names) => Object.fromEntries(names.map((name) => [name, act(name)]));
      window.tron = {
        request: act('request'),
        tronWeb: {
          transactionBuilder: from('sendTrx', 'triggerSmartContract', 'triggerConstantContract'),
          trx: from('getBlock', 'sign', 'sendRawTransaction'),
        },
      };
    }`,
  });
  return { asked };
}

type TriggerArguments = [
  contract: string,
  method: string,
  options: { readonly feeLimit: number },
  parameters: readonly CallParameter[],
  from: string,
];

/** The selector of `decimals()`. */
const decimalsSelector = '0x313ce567';
