// The test Electrum server agrees with the examples in the protocol's documentation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusOf } from './electrum-server.ts';
import { nameOf } from './script-index.ts';

// electrum-protocol.readthedocs.io, "Protocol Basics": Script hashes, and Status.

test('a script has the hash of the documentation’s example', () => {
  const named = nameOf('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
  assert.equal(named, '8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161');
});

test('a history has the status of the documentation’s example', () => {
  const history = [
    { txid: 'a6c9c361bd0bc536d6a22648efbf8f9b200e425ef6c3a7a9669dc444c532a347', height: 2472 },
    { txid: '9c42f84b2fcdaff676ba25d9d4941741cc0d1a01cce0c23fdc4c0b2afa38431c', height: 2473 },
    { txid: '770f2d4371b3fabb902dd9a103e2dd005fcd3971181078fca4a2a1d6ff127b30', height: 2473 },
    { txid: '80b19848aed792565ab7c5a79b7c2a00fbf985741579396ebe0ab6098e607311', height: 0 },
    { txid: 'e02a1dadfa83b996b24175df807b271ea5d02937ef5b35c195fac1e1bdc3198f', height: 0 },
    { txid: 'bb4c8ab438c13b89ca80d1d5bee25b0b6b7f55673f4d801998ba97db161d9e85', height: -1 },
  ];
  assert.equal(statusOf(history), '78e96c6562cafa71c115503b9411fdfdc595a45031e2ab76ff75162fe1b0590d');
  assert.equal(statusOf([]), null);
});
