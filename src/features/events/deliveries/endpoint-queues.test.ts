// The distribution of sockets while many endpoints are silent, simulated in memory with endpoints that reply on
// command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import type { Attempt, Claim } from './claim-store.ts';
import { EndpointQueues, type QueueLimits } from './endpoint-queues.ts';

interface Play {
  readonly queues: EndpointQueues;
  /** How many deliveries are due to each endpoint, and how many attempts at it are running. */
  readonly owed: Map<string, number>;
  readonly underWay: Map<string, number>;
  readonly delivered: Map<string, number>;
  /** The most attempts at silent endpoints that ran at once since it was last set to 0. */
  mostSilent: number;
  /** Ends every waiting attempt, like the usual timeout. */
  timeOut(): void;
  /** Adds due deliveries and wakes the queues. */
  owe(names: readonly string[], count: number): void;
}

/** Endpoints with a name that begins with `silent` accept the request and never reply. Other attempts end at once. */
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

/** Checks every millisecond, so that attempts and timers of the queues run in between. */
const eventually = (isSo: () => boolean, what: string) => until(isSo, what, { everyMs: 1 });

test('S20, T10-silent-endpoints: silent endpoints share a quarter of the sockets and delay no other', async () => {
  const stage = play({ sockets: 400, perEndpoint: 8, firstSilenceMillis: 20 });
  const [silent, healthy] = [named('silent', 300), named('healthy', 700)];
  // The silent endpoints come first, at a worker without history. They hold all sockets of the other lane until they
  // are cut.
  stage.owe([...silent, ...healthy], 2);
  await eventually(() => healthy.every((name) => stage.delivered.get(name) === 2), 'the healthy to have two each');
  await eventually(() => {
    stage.timeOut();
    return [...stage.owed.values(), ...stage.underWay.values()].every((count) => count === 0);
  }, 'nothing to be owed');
  stage.mostSilent = 0;
  stage.owe(silent, 10);
  stage.owe(healthy, 5);
  // No silent attempt ends in the meantime, so no answering endpoint waits for one.
  await eventually(() => healthy.every((name) => stage.delivered.get(name) === 7), 'the healthy to have seven each');
  await eventually(() => stage.mostSilent >= 100, 'the silent to have a quarter of the sockets');
  assert.ok(stage.mostSilent <= 100, `${stage.mostSilent} of 400`);
  assert.ok(silent.every((name) => (stage.underWay.get(name) ?? 0) <= 1));
  await stage.queues.stop(0);
});

test('a first silence is not cut while sockets are free', async () => {
  const stage = play({ sockets: 400, perEndpoint: 8, firstSilenceMillis: 1 });
  stage.owe(named('silent', 20), 1);
  // The same silence with few sockets. Once an attempt is cut there, it would have been cut here too.
  const short = play({ sockets: 4, perEndpoint: 8, firstSilenceMillis: 1 });
  short.owe(named('silent', 3), 1);
  const isCut = () => short.underWay.size === 3 && [...short.underWay.values()].every((count) => count === 0);
  await eventually(isCut, 'the silent to be cut where sockets are short');
  assert.equal([...stage.underWay.values()].filter((count) => count === 1).length, 20);
  await Promise.all([stage.queues.stop(0), short.queues.stop(0)]);
});
