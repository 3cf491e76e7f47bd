// Who gets a socket when many endpoints say nothing: played in memory, with endpoints that answer when the test says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import type { Attempt, Claim } from './claim-store.ts';
import { EndpointQueues, type QueueLimits } from './endpoint-queues.ts';

interface Play {
  readonly queues: EndpointQueues;
  /** How many deliveries each endpoint is owed, and how many attempts it has under way. */
  readonly owed: Map<string, number>;
  readonly underWay: Map<string, number>;
  readonly delivered: Map<string, number>;
  /** The most attempts that silent endpoints had under way at once since it was last set to 0. */
  mostSilent: number;
  /** Ends every attempt that waits, as the usual time-out does. */
  timeOut(): void;
  /** Adds what is owed and wakes. */
  owe(names: readonly string[], count: number): void;
}

/** Endpoints whose name begins with `silent` accept and never answer. Nothing else is waited for. */
function play(limits: QueueLimits): Play {
  const owed = new Map<string, number>();
  const underWay = new Map<string, number>();
  const delivered = new Map<string, number>();
  let silentNow = 0;
  const hanging = new Set<() => void>();
  const add = (counts: Map<string, number>, name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const told: Play = {
    owed,
    underWay,
    delivered,
    mostSilent: 0,
    queues: new EndpointQueues(
      {
        async claim(capacities) {
          return capacities.flatMap(({ webhookId, count }) => {
            const taken = Math.min(count, owed.get(webhookId) ?? 0);
            add(owed, webhookId, -taken);
            return Array.from({ length: taken }, () => ({ webhookId, isSilent: false }) as Claim);
          });
        },
        async attempt(claim, signal) {
          const { webhookId } = claim;
          const isSilent = webhookId.startsWith('silent');
          add(underWay, webhookId, 1);
          silentNow += isSilent ? 1 : 0;
          told.mostSilent = Math.max(told.mostSilent, silentNow);
          if (isSilent && !signal.aborted)
            await new Promise<void>((resolve) => {
              hanging.add(resolve);
              signal.addEventListener('abort', () => resolve(), { once: true });
            });
          silentNow -= isSilent ? 1 : 0;
          add(underWay, webhookId, -1);
          if (!isSilent) add(delivered, webhookId, 1);
          return { claim, responseStatus: isSilent ? null : 200 } as unknown as Attempt;
        },
        record: async () => undefined,
        release: async (claims) => {
          for (const { webhookId } of claims) add(owed, webhookId, 1);
        },
        isFresh: () => true,
        onError: (error) => assert.fail(error as Error),
      },
      limits,
    ),
    timeOut() {
      for (const end of hanging) end();
      hanging.clear();
    },
    owe(names, count) {
      for (const name of names) add(owed, name, count);
      told.queues.wake(names);
    },
  };
  return told;
}

const named = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind} ${index}`);

/** A look after each millisecond: in between, attempts and timers of the queues go on. */
const eventually = (isSo: () => boolean, what: string) => until(isSo, what, { everyMs: 1 });

test('S20, T10-silent-endpoints: silent endpoints share a quarter of the sockets and delay no other', async () => {
  const stage = play({ sockets: 400, perEndpoint: 8, firstSilenceMillis: 20 });
  const [silent, healthy] = [named('silent', 300), named('healthy', 700)];
  // The silent come first, at a worker that knows nobody: all sockets of those who answer are theirs, until they are
  // cut.
  stage.owe([...silent, ...healthy], 2);
  await eventually(() => healthy.every((name) => stage.delivered.get(name) === 2), 'the healthy to have two each');
  await eventually(() => {
    stage.timeOut();
    return [...stage.owed.values(), ...stage.underWay.values()].every((count) => count === 0);
  }, 'nothing to be owed');
  stage.mostSilent = 0;
  stage.owe(silent, 10);
  stage.owe(healthy, 5);
  // No silent attempt ends meanwhile: nobody who answers waits for one.
  await eventually(() => healthy.every((name) => stage.delivered.get(name) === 7), 'the healthy to have seven each');
  await eventually(() => stage.mostSilent >= 100, 'the silent to have a quarter of the sockets');
  assert.ok(stage.mostSilent <= 100, `${stage.mostSilent} of 400`);
  assert.ok(silent.every((name) => (stage.underWay.get(name) ?? 0) <= 1));
  await stage.queues.stop(0);
});

test('a first silence is not cut while sockets are free', async () => {
  const stage = play({ sockets: 400, perEndpoint: 8, firstSilenceMillis: 1 });
  stage.owe(named('silent', 20), 1);
  // The same silence where sockets are short: once it is cut there, it would have been cut here.
  const short = play({ sockets: 4, perEndpoint: 8, firstSilenceMillis: 1 });
  short.owe(named('silent', 3), 1);
  const isCut = () => short.underWay.size === 3 && [...short.underWay.values()].every((count) => count === 0);
  await eventually(isCut, 'the silent to be cut where sockets are short');
  assert.equal([...stage.underWay.values()].filter((count) => count === 1).length, 20);
  await Promise.all([stage.queues.stop(0), short.queues.stop(0)]);
});
