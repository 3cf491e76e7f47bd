// The maximum cost of a whole run, in started processes. A new test must save as much as it adds, elsewhere.
import { type StartedKind, type Starts, startedKinds } from './costs.ts';

/**
 * The maximum number of starts in a whole run, and the goal. `limit` was counted, with some room for chains: how many
 * are reused depends on the order of the files. It goes down. It went up for stories that change rows outside the
 * service, and for a start with unbuilt pages. The examples, a rail without blocks, and the console's networks and
 * settings raised it again, and so did the test network and the test clock. The last rise is for refunds: the service
 * is killed between their states, and PSBTs need a node.
 */
export const budget: Readonly<Record<StartedKind, { readonly limit: number; readonly goal: number }>> = {
  'service process': { limit: 35, goal: 60 },
  'service thread': { limit: 58, goal: 60 },
  'service in process': { limit: 182, goal: 40 },
  'command line': { limit: 20, goal: 60 },
  browser: { limit: 1, goal: 1 },
  chain: { limit: 96, goal: 28 },
  'database cluster': { limit: 9, goal: 8 },
};

/** A sentence for each kind that exceeds its limit. */
export function overBudget(starts: Starts): string[] {
  return startedKinds
    .filter((kind) => starts[kind] > budget[kind].limit)
    .map(
      (kind) =>
        `${starts[kind]} of ${kind} were started; the budget is ${budget[kind].limit} (test/rig/run/costs/budget.ts).`,
    );
}

/** `cost: cpu 23.1 min, services 28 + 30 in threads + 31 in process, commands 52, browsers 1, chains 26, …`. */
export function costLine(cpuSeconds: number, starts: Starts): string {
  const { 'service process': processes, 'service thread': threads, 'service in process': here } = starts;
  return [
    `cost: cpu ${(cpuSeconds / 60).toFixed(1)} min`,
    `services ${processes} + ${threads} in threads + ${here} in process`,
    `commands ${starts['command line']}`,
    `browsers ${starts.browser}`,
    `chains ${starts.chain}`,
    `clusters ${starts['database cluster']}`,
  ].join(', ');
}
