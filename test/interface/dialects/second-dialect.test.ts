// A second HTTP dialect needs 60 lines of its own, and uses the same operations and the same checks.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Problem } from '../../../src/core/problem.ts';
import { idempotencyStore } from '../../../src/features/known/requests/idempotency.ts';
import { tokenContext } from '../../../src/features/people/apps/view.ts';
import { csrfTokens } from '../../../src/io/http/browser/csrf.ts';
import { serveDialect } from '../../../src/io/http/dialects/serve-dialect.ts';
import { createServer } from '../../../src/io/http/server.ts';
import { callerAuthenticator } from '../../../src/roles/http/caller-authenticator.ts';
import { openLockStage } from '../../locks/lock-stage.ts';
import { tallyDialect } from './tally-dialect.ts';

const stage = await openLockStage();
const { instance } = stage;
const owner = await stage.newUser();
const newKey = async () => {
  const app = await stage.newApp(owner);
  return instance.vault.open(app.tokenSealed, tokenContext(app.id)).toString();
};
const [key, otherKey] = [await newKey(), await newKey()];
const authenticate = callerAuthenticator(instance);
const anonymous: string[] = [];
let isOverLimit = false;
const serving = {
  db: instance.db,
  log: instance.log,
  publicUrl: instance.publicUrl,
  trustProxy: false,
  clock: instance.clock,
  authenticate,
  idempotency: idempotencyStore(instance),
  csrf: csrfTokens(Buffer.alloc(32), instance.publicUrl),
  countAnonymous: (address: string) => void anonymous.push(address),
  async countRequest() {
    if (isOverLimit) throw new Problem('rate_limited');
    return { ratelimit: '"default";r=1;t=60' };
  },
};
const server = await createServer(serving);
await serveDialect(server, tallyDialect(instance, authenticate), serving);
after(async () => {
  await server.close();
  await stage.close();
});

async function order(form: Readonly<Record<string, string>>, as = key) {
  const { statusCode, headers, body } = await server.inject({
    method: 'POST',
    url: `/tally/order.php?key=${as}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: statusCode, headers, body: JSON.parse(body) };
}

async function get(path: string) {
  const { statusCode, body } = await server.inject({ method: 'GET', url: `/tally${path}` });
  return { status: statusCode, body: JSON.parse(body) };
}

test('a dialect makes an invoice and reads it, without a version, in its own words', async () => {
  const { status, headers, body } = await order({ no: 'A 1', money: '12.50' });
  assert.deepEqual([status, body.code, headers.ratelimit], [200, 1, '"default";r=1;t=60']);
  assert.equal(body.payurl, `${instance.publicUrl}/pay/${body.trade_no}`);
  assert.match(String(headers['content-security-policy'] ?? headers['x-content-type-options']), /\S/);
  assert.deepEqual((await order({ no: 'A 1', money: '12.50' })).body.trade_no, body.trade_no);
  const found = await get(`/order.php?key=${key}&trade_no=${body.trade_no}`);
  assert.deepEqual(found.body, { code: 1, trade_no: body.trade_no, status: 0 });
});

test('its refusals have its own shape, whoever makes them', async () => {
  const { body } = await order({ no: 'A 2', money: '1.00' });
  const rows = [
    [await order({ no: 'A 2', money: '2.00' }), 'reference_in_use'],
    [await order({ no: 'A 3' }), 'validation_failed'],
    [await order({ money: '1e3' }), 'validation_failed'],
    [await order({ money: '1.00' }, 'qapp_wrong'), 'invalid_token'],
    [await get(`/order.php?key=${otherKey}&trade_no=${body.trade_no}`), 'not_found'],
    [await get('/order.php'), 'not_authenticated'],
    [await get(`/order.php?key=${key}&trade_no=%00`), 'malformed_request'],
    [await get('/nothing.php'), 'not_found'],
  ] as const;
  for (const [answer, code] of rows) {
    assert.deepEqual([answer.status, answer.body.code, answer.body.why], [200, -1, code], code);
    assert.equal(typeof answer.body.msg, 'string');
  }
});

test('wrong credentials count against the address, and the limit of requests holds', async () => {
  const before = anonymous.length;
  await order({ no: 'B 1', money: '1.00' });
  assert.equal(anonymous.length, before, 'a right one does not');
  await order({ money: '1.00' }, 'qapp_wrong');
  assert.equal(anonymous.length, before + 1);
  isOverLimit = true;
  assert.equal((await order({ money: '1.00' })).body.why, 'rate_limited');
  isOverLimit = false;
});
