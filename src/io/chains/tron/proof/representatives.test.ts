// The accounts that may sign a TRON block, from one term to the next, while endpoints come and go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonRpcClient } from '../../json-rpc.ts';
import type { Answers } from './agreeing-endpoints.ts';
import type { ProvedHeader } from './header-proof.ts';
import { Representatives } from './representatives.ts';

const hour = 3_600_000;

/** The present answer of an endpoint, which may change at any time. Addresses by their last digit. */
interface Voice {
  elected: string;
  endsAt: number;
  headAt: number;
  keys?: Record<string, string>;
}

function address(digit: string): string {
  return digit.repeat(40);
}

function clientOf(voice: Voice): JsonRpcClient {
  const answer = (method: string, body: { address?: string }): unknown => {
    if (method === '/wallet/listwitnesses')
      return { witnesses: [...voice.elected].map((one) => ({ address: `41${address(one)}`, isJobs: true })) };
    if (method === '/wallet/getnextmaintenancetime') return { num: voice.endsAt };
    if (method === '/wallet/getblock') {
      const raw_data = { number: 1, parentHash: '0'.repeat(64), timestamp: voice.headAt };
      return { blockID: '1'.padStart(16, '0') + 'a'.repeat(48), block_header: { raw_data } };
    }
    const key = voice.keys?.[(body.address as string).slice(-1)];
    const permission = key === undefined ? {} : { witness_permission: { keys: [{ address: `41${address(key)}` }] } };
    return { address: body.address, ...permission };
  };
  const call = async (method: string, params: readonly unknown[]) => answer(method, params[0] ?? {});
  return { name: 'one', call } as unknown as JsonRpcClient;
}

function follow(voices: readonly Voice[]) {
  const said: string[] = [];
  const each = async <T>(act: (client: JsonRpcClient) => Promise<T>): Promise<Answers<T>> => ({
    answers: await Promise.all(voices.map((voice) => act(clientOf(voice)))),
    faults: [],
  });
  const representatives = new Representatives({ each }, (message) => said.push(message));
  const vouch = (number: number, timestamp: number, by: string, signer = by) =>
    representatives.vouchFor({
      header: { number, hash: '', parentHash: '', time: 0 },
      timestamp,
      txTrieRoot: '',
      witness: `0x${address(by)}`,
      signer: `0x${address(signer)}`,
    } satisfies ProvedHeader);
  return { vouch, said };
}

test('only representatives of the present and the previous term may sign', async () => {
  const voice: Voice = { elected: '12', endsAt: 6 * hour, headAt: 5 * hour };
  const { vouch } = follow([voice]);
  await vouch(100, 5 * hour, '1');
  await assert.rejects(vouch(101, 5 * hour + 3_000, '3'), /Block 101 is by T\w{33}, who is not elected/);
  Object.assign(voice, { elected: '23', endsAt: 12 * hour, headAt: 6 * hour });
  await vouch(200, 6 * hour, '3');
  await vouch(199, 6 * hour - 3_000, '1');
  await assert.rejects(vouch(201, 6 * hour + 3_000, '4'), /who is not elected/);
});

test('a block as high as a checked one is checked, whatever its timestamp', async () => {
  const { vouch } = follow([{ elected: '1', endsAt: 6 * hour, headAt: 5 * hour }]);
  await vouch(50, 4 * hour, '9');
  await vouch(100, 5 * hour, '1');
  await vouch(99, 4 * hour, '9');
  await assert.rejects(vouch(101, 4 * hour, '9'), /who is not elected/);
});

test('blocks of an unobserved term are not checked', async () => {
  const voice: Voice = { elected: '1', endsAt: 6 * hour, headAt: 5 * hour };
  const { vouch } = follow([voice]);
  await vouch(100, 5 * hour, '1');
  Object.assign(voice, { elected: '3', endsAt: 24 * hour, headAt: 19 * hour });
  await vouch(900, 19 * hour, '3');
  await vouch(300, 8 * hour, '2');
  await assert.rejects(vouch(901, 19 * hour + 3_000, '2'), /who is not elected/);
});

test('a delegated key of a representative is accepted once it is known, and no other key', async () => {
  const voice: Voice = { elected: '1', endsAt: 6 * hour, headAt: 5 * hour, keys: { 1: '7' } };
  const { vouch } = follow([voice]);
  await vouch(100, 5 * hour, '1', '7');
  await vouch(101, 5 * hour, '1', '1');
  await assert.rejects(vouch(102, 5 * hour, '1', '8'), /Block 102 is not signed by the key of T\w{33}/);
});

test('of several endpoints, two must name a new representative, and one keeps an old one', async () => {
  const [first, second] = [0, 1].map((): Voice => ({ elected: '12', endsAt: 6 * hour, headAt: 5 * hour }));
  const { vouch, said } = follow([first as Voice, second as Voice]);
  await vouch(100, 5 * hour, '1');
  assert.deepEqual(said, []);
  Object.assign(second as Voice, { elected: '9', endsAt: 12 * hour, headAt: 6 * hour });
  Object.assign(first as Voice, { endsAt: 12 * hour, headAt: 6 * hour });
  await vouch(200, 6 * hour, '2');
  assert.match(said.join(), /one, one disagree on the elected representatives/);
  await assert.rejects(vouch(201, 6 * hour, '9'), /who is not elected/);
});
