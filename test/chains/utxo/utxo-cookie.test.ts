// Without a configured password, the service uses the node's cookie file, which changes at each start of the node.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChainFault } from '../../../src/io/chains/chain.ts';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { scanOutcome } from '../../rig/evm/scanning.ts';
import { type Litecoind, startLitecoind } from '../../rig/utxo/litecoind.ts';

let node: Litecoind;

before(async () => {
  node = await startLitecoind({ cookie: true, rest: true, blocks: 12 });
});

after(() => node?.stop());

function open(url: string) {
  return utxoChain({ symbol: 'local', params: utxoParams('litecoin-regtest'), endpoints: [url], timeoutMs: 5_000 });
}

test('the words in the cookie file are used, and read again once the node was started anew', async () => {
  const chain = open(node.url);
  try {
    await chain.verify();
    assert.equal((await chain.head()).number, 12);
    await node.restart();
    assert.equal((await chain.head()).number, 12);
    const { blocks, fault } = await scanOutcome(chain, 1, 12, chain.watch());
    assert.deepEqual([fault, blocks.length], [undefined, 12]);
  } finally {
    await chain.close();
  }
});

test('a cookie file that is missing, or holds no words, is a fault that repeats neither', async () => {
  const missing = new URL(node.url);
  missing.searchParams.set('cookie_file', '/nowhere/.cookie');
  const folder = new URL(node.url);
  folder.searchParams.set('cookie_file', '/');
  const empty = new URL(node.url);
  empty.searchParams.set('cookie_file', '/dev/null');
  const none = new URL(node.url);
  none.search = '';
  for (const [url, why] of [
    [missing, /cookie_file does not exist: the node is not running/],
    [folder, /cookie_file cannot be read \(EISDIR\)/],
    [empty, /cookie_file contains none/],
    [none, /answers 401/],
  ] as const) {
    const chain = open(url.href);
    await assert.rejects(
      chain.verify(),
      (fault) =>
        fault instanceof ChainFault && fault.retryable && why.test(fault.message) && !/nowhere/.test(fault.message),
    );
    await chain.close();
  }
});
