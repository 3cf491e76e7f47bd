// The real service as a process of its own, to be called, read, killed and started again by a story.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './client.ts';
import { projectRoot } from './house/source-tree.ts';
import { adopt, sweepStrays } from './run/child-sweep.ts';
import { freePort } from './run/free-port.ts';
import { npmScript } from './run/npm-script.ts';

/** What quittance.json holds for stories that no chain decides. */
export const withoutNetworks = { networks: {}, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } };

export interface ServiceOptions {
  /** Without it the service runs its own embedded PostgreSQL in its data folder. */
  readonly databaseUrl?: string;
  /** What quittance.json holds. */
  readonly config?: object;
  /** 'api,watcher,worker' unless given. */
  readonly roles?: string;
  /** Kept when the service stops; without it, a temporary folder that goes with it. */
  readonly dataDir?: string;
  /** The checkout that it is started from: this one unless given. */
  readonly root?: string;
  /** Further environment variables; they win over all others. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServiceProcess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiUrl: string;
  readonly dataDir: string;
  /** The checkout that it runs from. */
  readonly root: string;
  /** The environment it runs with: the command line with the same reaches the same instance. */
  readonly env: Readonly<Record<string, string>>;
  /** All it has printed so far, line by line, over all its starts. */
  readonly lines: readonly string[];
  /** Waits for a line with this text: one is read a little after what it tells of can be seen elsewhere. */
  says(text: string): Promise<string>;
  /** The process that runs now. */
  pid(): number;
  /** Signals it and waits until it is gone; answers its exit code, null when the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again at the same address with the same data; what still runs is stopped first. */
  restart(): Promise<void>;
  /** SIGTERM, then SIGKILL if it is deaf to that; answers its exit code and clears its temporary folder. */
  stop(): Promise<number | null>;
}

/**
 * Starts what `npm start` does on a free port of 127.0.0.1 and waits until it is ready. Throws with its last lines when
 * it ends instead.
 */
export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  sweepStrays();
  const scratch = scratchFolder();
  const dataDir = options.dataDir ?? join(scratch, 'data');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { ...environment(options, url, dataDir, scratch), ...options.env };
  const lines: string[] = [];
  const root = options.root ?? projectRoot;
  let child = launch(root, env, lines);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    signalGroup(child, signal);
    return ended(child);
  };
  const stop = async (): Promise<number | null> => {
    const deaf = setTimeout(() => signalGroup(child, 'SIGKILL'), 20_000);
    const code = await end('SIGTERM').finally(() => clearTimeout(deaf));
    clear(scratch);
    return code;
  };
  const service: ServiceProcess = {
    ...{ url, root },
    apiUrl: `${url}/api`,
    dataDir,
    env,
    lines,
    says: (text) =>
      until(
        () => lines.find((line) => line.includes(text)),
        () => `it to say "${text}"; it said: ${lines.slice(-5).join('\n')}`,
      ),
    pid: () => child.pid as number,
    kill: end,
    restart: async () => {
      await end('SIGTERM');
      child = launch(root, env, lines);
      await ready(url, child, lines);
    },
    stop,
  };
  try {
    await ready(url, child, lines);
  } catch (error) {
    await stop();
    throw error;
  }
  return service;
}

const scratchFolders = new Set<string>();

/** A folder that is gone when the service has stopped, or else when this process ends. */
function scratchFolder(): string {
  if (scratchFolders.size === 0) process.once('exit', () => scratchFolders.forEach(clear));
  const folder = mkdtempSync(join(tmpdir(), 'quittance-service-'));
  scratchFolders.add(folder);
  return folder;
}

function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  scratchFolders.delete(folder);
}

/** Only what is set here: a developer's own DATABASE_URL or PORT must not leak into a test. */
function environment(options: ServiceOptions, url: string, dataDir: string, scratch: string): Record<string, string> {
  const config = join(scratch, 'quittance.json');
  const roles = options.roles ?? 'api,watcher,worker';
  if (options.config !== undefined) writeFileSync(config, JSON.stringify(options.config, null, 2));
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ROLES: roles,
    // Without the API there is nothing else that tells when it is ready.
    ...(roles.split(',').includes('api') ? {} : { METRICS_PORT: new URL(url).port }),
    // Nothing stands in front of a test's service that would have to hear of its end first.
    DRAIN_SECONDS: '0',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...(options.config === undefined ? {} : { CONFIG: config }),
  };
}

function launch(root: string, env: Readonly<Record<string, string>>, lines: string[]): ChildProcess {
  const script = npmScript(root, 'start');
  const child = spawn(process.execPath, script.args, {
    cwd: root,
    env: { ...env, ...script.env },
    // A group of its own: a signal to it reaches all that it started, and one to us does not reach it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  adopt(child, 'src/main.');
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      // A story that meets it shows what callers are told, which is not the cause.
      if (line.includes('"msg":"request failed"') && !/"type":"(?:Problem|Database\w+)"/.test(line))
        console.error(line);
    });
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
    // It ended between the look and the signal.
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.pid === undefined || hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
