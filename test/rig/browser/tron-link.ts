// TRON's browser wallet under the test's control: what it puts into pages is a real tronweb, asked from the page.
import type { Page } from 'playwright-core';
import type { TronNode } from '../tron/tron-node.ts';
import { canonicalOf, type TronWallet } from '../tron/tron-wallet.ts';

/**
 * Puts window.tron (TIP-1193) into every document that `page` opens from now on. It is on Shasta until it is asked to
 * switch, and answers with the hashes of what it sent.
 */
export async function injectTronLink(
  page: Page,
  { tron, wallet }: { readonly tron: TronNode; readonly wallet: TronWallet },
): Promise<{ readonly asked: readonly string[] }> {
  const asked: string[] = [];
  let onId = '94a9059e';
  const { transactionBuilder: build, trx } = wallet.tronWeb;
  const acts: Record<string, (...given: never[]) => unknown> = {
    request: ({ method, params }: { method: string; params?: readonly [{ chainId: string }] }) => {
      asked.push(method);
      if (method === 'wallet_switchEthereumChain') onId = params?.[0].chainId.slice(2) ?? onId;
      return method === 'eth_requestAccounts' ? [wallet.address] : null;
    },
    getBlock: () => ({ blockID: `0000000000000000${onId}` }),
    sendTrx: build.sendTrx.bind(build),
    // Made here, as the node of these tests makes no transactions and is asked for constants as an EVM node is.
    triggerSmartContract: (contract: string, method: string, options: object, given: never[], from: string) =>
      build.triggerSmartContract(contract, method, { ...options, txLocal: true }, given, from),
    triggerConstantContract: async (contract: string) => {
      const call = { to: canonicalOf(contract), data: decimalsSelector };
      const answer = await tron.anvil.rpc<string>('eth_call', [call, 'latest']);
      return { constant_result: [answer.slice(2)] };
    },
    sign: (transaction: never) => trx.sign(transaction),
    sendRawTransaction: (signed: never) => trx.sendRawTransaction(signed),
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

/** Of `decimals()`. */
const decimalsSelector = '0x313ce567';
