// A feed's round becomes a price within its heartbeat, and all other answers give none.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { pricesOf, startSourceServer } from '../../../test/rig/prices/source-server.ts';
import { chainlinkSource } from './chainlink.ts';
import { operatorCall } from './operator-call.ts';
import { RateSourceFault } from './rate-source.ts';

const server = await startSourceServer();
after(() => server.close());
const seconds = 1_795_000_000;
const source = (rpc: string[] = [server.url]) => chainlinkSource({ get: operatorCall, rpc, now: () => seconds * 1000 });
const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, '0');

/** AggregatorV3Interface (docs.chain.link): roundId, answer, startedAt, updatedAt, answeredInRound. */
let round = { id: 7n, answer: 200_012_345_678n, updatedAt: BigInt(seconds - 60), answeredIn: 7n };
let decimals = `0x${word(8n)}`;
let latest: string | null = null;

beforeEach(() => {
  round = { id: 7n, answer: 200_012_345_678n, updatedAt: BigInt(seconds - 60), answeredIn: 7n };
  decimals = `0x${word(8n)}`;
  latest = null;
  server.answer = ({ body }) => {
    const { params } = JSON.parse(body) as { params: [{ data: string }] };
    const { id, answer, updatedAt, answeredIn } = round;
    const whole = `0x${[id, answer, updatedAt, updatedAt, answeredIn].map(word).join('')}`;
    const result = params[0].data === '0x313ce567' ? decimals : (latest ?? whole);
    return { body: { jsonrpc: '2.0', id: 1, result } };
  };
});

test('the answer of the last round with the feed’s decimals is the price, and the euro is turned round', async () => {
  assert.deepEqual(await pricesOf(source(), 'ETH/USD', 'DOGE/USD'), { prices: ['ETH/USD 2000.12345678'], refused: [] });
  round.answer = 125_000_000n;
  assert.deepEqual(await pricesOf(source(), 'USD/EUR'), { prices: ['USD/EUR 0.8'], refused: [] });
});

test('a feed that missed its heartbeat, or says what is no price, is refused', async () => {
  const refused = { prices: [], refused: ['ETH/USD'] };
  const worlds: [string, () => void][] = [
    ['older than its heartbeat', () => (round.updatedAt = BigInt(seconds - 4_201))],
    ['never updated', () => (round.updatedAt = 0n)],
    ['zero', () => (round.answer = 0n)],
    ['below zero', () => (round.answer = -1n)],
    ['answered in an earlier round', () => (round.answeredIn = 6n)],
    ['no contract there', () => (latest = '0x')],
    ['an answer of another length', () => (latest = `0x${word(1n)}`)],
    ['decimals that cannot be', () => (decimals = `0x${word(77n)}`)],
  ];
  for (const [name, change] of worlds) {
    round = { id: 7n, answer: 200_012_345_678n, updatedAt: BigInt(seconds - 60), answeredIn: 7n };
    [latest, decimals] = [null, `0x${word(8n)}`];
    change();
    assert.deepEqual(await pricesOf(source(), 'ETH/USD'), refused, name);
  }
});

test('an endpoint that is away is passed over; with none there is a fault that says what to set', async () => {
  assert.deepEqual((await pricesOf(source(['http://127.0.0.1:1', server.url]), 'ETH/USD')).prices, [
    'ETH/USD 2000.12345678',
  ]);
  const faultOf = (rpc: string[]) =>
    pricesOf(source(rpc), 'ETH/USD').then(
      () => assert.fail(),
      (error: unknown) => (error instanceof RateSourceFault ? error.message : assert.fail()),
    );
  assert.match(await faultOf([]), /set RPC_URL_ETHEREUM/);
  assert.match(await faultOf(['http://127.0.0.1:1']), /endpoint 1 The connection failed/);
  server.answer = () => ({ body: { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'x' } } });
  assert.match(await faultOf([server.url]), /endpoint 1 answered without a result/);
});
