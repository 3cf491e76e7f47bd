// The requested wait is found in every known wording, and is never longer than some minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longerWait, waitInHeader, waitInWords } from './retry-after.ts';

test('the wait is found in the wording of every known provider', () => {
  const said: readonly (readonly [string, number | null])[] = [
    ['{"Error":"The key exceeds the frequency limit(15), and the query server is suspended for 5s"}', 5_000],
    ['{"error":{"code":429,"message":"Too many requests, try again in 10 seconds"}}', 10_000],
    ['{"error":{"code":-32005,"data":{"see":"https://x.example/1","try_again_in":"1.5s"}}}', 1_500],
    ['{"error":{"data":{"try_again_in":"153.7ms"}}}', 154],
    ['{"error":{"data":{"try_again_in":"1m30.5s"}}}', 90_500],
    ['{"error":{"data":{"rate":{"allowed_rps":1,"backoff_seconds":30,"current_rps":2}}}}', 30_000],
    ['{"message":"rate limit exceeded","retry_after":2}', 2_000],
    ['{"retryAfter": "7"}', 7_000],
    ['Please retry in 3 minutes.', 180_000],
    ['slow down', null],
    ['error 1015: you are being rate limited', null],
    ['exceeded 100 requests per second', null],
    ['try again in a while', null],
    ['try again in 3 fortnights', null],
    ['', null],
  ];
  for (const [body, wait] of said) assert.equal(waitInWords(body), wait, body);
});

test('no endpoint can ask for more than five minutes', () => {
  assert.equal(waitInWords('suspended for 999999999s'), 300_000);
  assert.equal(waitInWords('"backoff_seconds": 86400'), 300_000);
  assert.equal(waitInHeader('86400'), 300_000);
});

test('a Retry-After in seconds counts, and of two waits the longer one', () => {
  assert.equal(waitInHeader('2'), 2_000);
  assert.equal(waitInHeader('0'), 0);
  for (const odd of [undefined, '', '-1', '1.5', 'Sun, 06 Nov 2033 08:49:37 GMT'])
    assert.equal(waitInHeader(odd), null);
  assert.equal(longerWait(null, null), null);
  assert.equal(longerWait(null, 5), 5);
  assert.equal(longerWait(7, 5), 7);
});

test('only the beginning of a long text is searched', () => {
  assert.equal(waitInWords(`${' '.repeat(1_000_000)}suspended for 5s`), null);
  assert.equal(waitInWords('wait '.repeat(200_000)), null);
});
