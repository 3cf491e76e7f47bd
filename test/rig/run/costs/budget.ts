// The cost that a whole run may have, counted: a new story pays for itself, or something else becomes cheaper.
import { type StartedKind, type Starts, startedKinds } from './costs.ts';

/** How many of each a whole run may start. */
export const mostStarts: Readonly<Record<StartedKind, number>> = {
  'service process': 60,
  'service in process': 40,
  'command line': 60,
  browser: 1,
  chain: 28,
  'database cluster': 8,
};

/** A sentence for each kind of which there were too many. */
export function overBudget(starts: Starts): string[] {
  return startedKinds
    .filter((kind) => starts[kind] > mostStarts[kind])
    .map(
      (kind) =>
        `${starts[kind]} of ${kind} were started; the budget is ${mostStarts[kind]} (test/rig/run/costs/budget.ts).`,
    );
}

/** `cost: cpu 23.1 min, services 58 + 31 in process, commands 52, browsers 1, chains 26, clusters 8`. */
export function costLine(cpuSeconds: number, starts: Starts): string {
  return [
    `cost: cpu ${(cpuSeconds / 60).toFixed(1)} min`,
    `services ${starts['service process']} + ${starts['service in process']} in process`,
    `commands ${starts['command line']}`,
    `browsers ${starts.browser}`,
    `chains ${starts.chain}`,
    `clusters ${starts['database cluster']}`,
  ].join(', ');
}
