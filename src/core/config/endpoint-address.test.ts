// Which addresses of endpoints are taken, and what is said of the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointRefusal } from './endpoint-address.ts';

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
