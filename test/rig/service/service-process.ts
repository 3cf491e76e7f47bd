// The service as a separate process, for tests of the process itself: signals, kills, environment, memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';
import { adopt, hasEnded, sweepStrays } from '../run/child-sweep.ts';
import { count } from '../run/costs/costs.ts';
import { freePort } from '../run/free-port.ts';
import { npmScript } from '../run/npm-script.ts';
import { heardLines } from './log-lines.ts';
import type { ServiceOptions, ServiceProcess } from './service-terms.ts';
import { clear, scratchFolder, serviceVariables } from './service-variables.ts';

/**
 * Starts the same as `npm start` on a free port of 127.0.0.1 and waits until it is ready. Throws with its last lines if
 * it ends instead.
 */
export async function startServiceProcess(options: ServiceOptions = {}): Promise<ServiceProcess> {
  sweepStrays();
  const scratch = scratchFolder();
  const dataDir = options.dataDir ?? join(scratch, 'data');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = serviceVariables(options, { url, dataDir, scratch });
  const { lines, hear, says, assertUnbroken } = heardLines(options.mayFail);
  const root = options.root ?? projectRoot;
  let child = launch(root, env, hear);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    signalGroup(child, signal);
    return ended(child);
  };
  const stop = async (): Promise<number | null> => {
    const deaf = setTimeout(() => signalGroup(child, 'SIGKILL'), 20_000);
    const code = await end('SIGTERM').finally(() => clearTimeout(deaf));
    clear(scratch);
    assertUnbroken();
    return code;
  };
  const service: ServiceProcess = {
    url,
    root,
    apiUrl: `${url}/api`,
    dataDir,
    env,
    lines,
    says,
    pid: () => child.pid as number,
    kill: end,
    restart: async () => {
      await end('SIGTERM');
      child = launch(root, env, hear);
      await ready(url, child, lines);
    },
    stop,
  };
  try {
    await ready(url, child, lines);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  return service;
}

function launch(root: string, env: Readonly<Record<string, string>>, hear: (line: string) => void): ChildProcess {
  count('service process');
  const script = npmScript(root, 'start');
  const child = spawn(process.execPath, script.args, {
    cwd: root,
    env: { ...env, ...script.env },
    // A separate process group: a signal to it reaches all its processes, and a signal to the test does not.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  adopt(child, 'src/main.');
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', hear);
  }
  return child;
}

async function ready(url: string, child: ChildProcess, lines: readonly string[]): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const last = () => lines.slice(-20).join('\n');
  await until(
    async () => {
      if (failure !== undefined) throw failure;
      if (hasEnded(child)) throw new Error(`The service ended (${child.exitCode ?? child.signalCode}):\n${last()}`);
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      return response?.ok === true;
    },
    () => `the service to be ready; its last lines:\n${last()}`,
    { withinMs: 180_000 },
  );
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasEnded(child)) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process ended between the check and the signal.
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.pid === undefined || hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}
