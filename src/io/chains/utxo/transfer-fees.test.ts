// The cost of a transfer on UTXO chains, from answers that the documents of nodes and servers show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import type { ElectrumClient } from './electrum/electrum-client.ts';
import { ElectrumServer } from './electrum/electrum-server.ts';
import { EsploraServer } from './esplora/esplora-server.ts';
import { utxoParams } from './params.ts';
import { feesAt, nodeFeeRate } from './transfer-fees.ts';

const refused = new EndpointFault('refused', 'no such thing', { code: 404 });
const now = () => 0;
const [bitcoin, dogecoin] = [utxoParams('bitcoin'), utxoParams('dogecoin')];

/** A rotation that gives this answer to every call. */
function answering(answer: unknown): EndpointRotation {
  const call = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { call } as unknown as EndpointRotation;
}

const deaf = { listen: () => undefined, session: 1 } as unknown as ElectrumClient;
const rates = {
  node: (answer: unknown) => nodeFeeRate(answering(answer)),
  electrum: (answer: unknown) => new ElectrumServer(deaf, answering(answer), bitcoin, { now }).feeRate(),
  esplora: (answer: unknown) => new EsploraServer(answering(answer), { now }).feeRate(),
};

test('the fee rates of nodes, Electrum and Esplora servers are converted from their units', async () => {
  assert.equal(await rates.node({ feerate: 0.00012345, blocks: 6 }), 12_345n);
  assert.equal(await rates.electrum(0.00101079), 101_079n);
  assert.equal(await rates.esplora({ 1: 87.882, 2: 87.882, 6: 68.285, 144: 1.027 }), 68_285n);
});

test('without an estimate the fee rate is null', async () => {
  assert.equal(await rates.node({ errors: ['Insufficient data or no feerate found'], blocks: 0 }), null);
  assert.equal(await rates.node({ feerate: -1, blocks: 6 }), null);
  assert.equal(await rates.electrum(-1), null);
  assert.equal(await rates.esplora({}), null);
  for (const rate of Object.values(rates)) assert.equal(await rate(refused), null);
});

test('a usual transfer is as large as its chain makes it, and its fee is rounded up', () => {
  assert.deepEqual(feesAt(10_000n, bitcoin), { coin: 1_410n, token: null });
  assert.deepEqual(feesAt(1_001n, bitcoin), { coin: 142n, token: null });
  assert.deepEqual(feesAt(1_000_000n, dogecoin), { coin: 226_000n, token: null });
  assert.equal(feesAt(null, bitcoin), null);
});
