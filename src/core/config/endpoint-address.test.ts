// Accepted and refused endpoint addresses, with the reason for each refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointRefusal, passwordRefusal } from './endpoint-address.ts';

const print = 'ab'.repeat(32);
const bitcoin = { readsScriptIndexes: true };

test('a node, or a server with an index of scripts where the family reads those', () => {
  const table = [
    [['http://10.0.0.1:8332'], true, true],
    [['https://user:pass@node.test/path', 'http://b'], true, true],
    [['electrum+tcp://127.0.0.1:50001'], true, false],
    [['electrum+tls://electrum.test:50002', 'esplora+https://explorer.test/api'], true, false],
    [[`electrum+tls://electrum.test:50002?fingerprint=sha256:${print}`], true, false],
    [[`electrum+tls://e.test:50002?fingerprint=sha256:${'AB:'.repeat(31)}AB`], true, false],
    [['electrum+tls://[::1]:50002'], true, false],
    [[`electrum+tcp://electrum.test:50002?fingerprint=sha256:${print}`], false, false],
    [['electrum+tls://e.test:50002?fingerprint=sha256:ab'], false, false],
    [['electrum+tls://electrum.test'], false, false],
    [['electrum+tls://electrum.test:0'], false, false],
    [['electrum+tls://electrum.test:65536'], false, false],
    [['electrum+tls://electrum.test:50002/path'], false, false],
    [['electrum+ssl://electrum.test:50002'], false, false],
    [['electrum://electrum.test:50002'], false, false],
    [['esplora+ftp://explorer.test'], false, false],
    [['esplora+https://'], false, false],
  ] as const;
  for (const [urls, asBitcoin, asEthereum] of table) {
    assert.equal(endpointRefusal(urls, bitcoin) === null, asBitcoin, urls[0]);
    assert.equal(endpointRefusal(urls, {}) === null, asEthereum, urls[0]);
  }
});

test('nodes and servers with an index are not mixed, and none is there twice', () => {
  const mixed = endpointRefusal(['http://a', 'electrum+tcp://b:1'], bitcoin);
  assert.deepEqual(mixed, { at: null, says: 'must be nodes, or Electrum and Esplora servers, never both' });
  const twice = endpointRefusal(['electrum+tcp://b:1', 'electrum+tcp://b:1'], bitcoin);
  assert.deepEqual(twice, { at: null, says: 'endpoint 2 is there twice' });
  assert.equal(endpointRefusal(['electrum+tcp://b:1', 'electrum+tcp://b:2'], bitcoin), null);
});

test('a password in a URL is percent-encoded, and the refusal says so without it', () => {
  const table: readonly (readonly [url: string, isFit: boolean])[] = [
    ['http://user:p%23%2F@127.0.0.1:8332', true],
    ['http://127.0.0.1:8332', true],
    ['http://user:p@ss@127.0.0.1:8332', true],
    ['http://node:8545/a@b', true],
    ['http://127.0.0.1:8545/key@10.0.0.1', true],
    ['http://localhost:8545/key@10.0.0.1', true],
    ['http://[::1]:8545/key@10.0.0.1', true],
    ['https://rpc.test/key@10.0.0.1', true],
    ['postgres:///db?host=/run&user=me@there', true],
    ['http://user:p#ss@127.0.0.1:8332', false],
    ['http://user:p/ss@127.0.0.1:8332', false],
    ['http://user:p?ss@node.test', false],
    ['http://user:1/2@127.0.0.1:18443', false],
    ['http://user:1#2@node:18443', false],
    ['http://user:50%@127.0.0.1', false],
    ['http://user:%ff@127.0.0.1', false],
    ['http://us er:pass@127.0.0.1', false],
    ['electrum+tls://user:p#ss@127.0.0.1:50002', false],
  ];
  for (const [url, isFit] of table) assert.equal(passwordRefusal(url) === null, isFit, url);
  const secret = ['http://node.test', 'http://user:se#cret@127.0.0.1:8332'];
  const refusal = endpointRefusal(secret, {});
  assert.deepEqual([refusal?.at, refusal?.says.includes('# is %23'), refusal?.says.includes('cret')], [1, true, false]);
});
