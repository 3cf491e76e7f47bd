// A signed answer is accepted only if it answers this very request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '../../../src/io/secrets/address-key.ts';
import { agrees, readReport } from './frame-report.ts';
import { millisecondsLeft, type Statement, statementFor } from './statement.ts';

const key = addressKey(Buffer.alloc(32, 1));
const wanted = { invoiceId: 'i1', transactionId: 't1', nonce: 'n1' };
const signed: Statement = {
  invoice_id: 'i1',
  transaction_id: 't1',
  nonce: 'n1',
  status: 'processing',
  hash: null,
  awaited: true,
  to: '0x01',
  amount: '2.5',
  payment_uri: 'ethereum:0x01@1?value=2.5',
  cryptocurrency: 'ETH',
  contract: null,
  network: 'ethereum',
  network_name: 'Ethereum',
  chain_id: 1,
  expire_at: '2026-11-28T12:15:00.000Z',
  signed_at: '2026-11-28T12:00:00.000Z',
};

test('an answer for another invoice, attempt or question, and one of another key, is not believed', async () => {
  const believed = (claims: Statement, by = key) => statementFor(wanted, by.sign({ ...claims }), key.publicKey);
  assert.deepEqual(await believed(signed), signed);
  assert.equal(await believed({ ...signed, invoice_id: 'i2' }), null);
  assert.equal(await believed({ ...signed, transaction_id: 't2' }), null);
  assert.equal(await believed({ ...signed, nonce: 'n0' }), null, 'an older answer');
  assert.equal(await believed(signed, addressKey(Buffer.alloc(32, 2))), null);
  const [head, claims, signature] = key.sign({ ...signed }).split('.');
  const changed = Buffer.from(JSON.stringify({ ...signed, to: '0x02' })).toString('base64url');
  assert.notEqual(changed, claims);
  assert.equal(await statementFor(wanted, `${head}.${changed}.${signature}`, key.publicKey), null);
  assert.equal(await statementFor(wanted, key.signSuccessor('n1'), key.publicKey), null);
});

test('the time to pay is counted from the signature on, by the clock of the instance alone', () => {
  const cases: readonly [Partial<Statement>, number][] = [
    [{}, 900_000],
    [{ signed_at: '2026-11-28T12:14:59.000Z' }, 1_000],
    [{ signed_at: '2026-11-28T12:15:00.000Z' }, 0],
    [{ signed_at: '2026-11-28T13:00:00.000Z' }, 0],
    [{ expire_at: null }, Number.POSITIVE_INFINITY],
    [{ awaited: false }, 0],
  ];
  for (const [change, left] of cases) assert.equal(millisecondsLeft({ ...signed, ...change }), left);
});

test('a frame agrees only if it reports every part as it was signed', () => {
  const shown = { transaction_id: 't1', to: '0x01', amount: '2.5', cryptocurrency: 'ETH', network: 'ethereum' };
  assert.deepEqual(readReport(shown), shown);
  assert.ok(agrees(shown, signed));
  for (const name of Object.keys(shown)) {
    assert.ok(!agrees({ ...shown, [name]: 'other' }, signed), name);
    assert.equal(readReport({ ...shown, [name]: undefined }), 'foreign', name);
  }
  assert.equal(readReport(null), null);
  for (const foreign of [undefined, 'text', 5, {}]) assert.equal(readReport(foreign), 'foreign');
});
