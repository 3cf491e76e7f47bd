// The service in the process of its test: the same code and watcher thread, without starting Node.
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';
import { count } from '../run/costs/costs.ts';
import { freePort } from '../run/free-port.ts';
import { heardLines } from './log-lines.ts';
import { openServiceHere, type Running, type ServiceTerms } from './service-here.ts';
import type { ServiceOptions, ServiceProcess } from './service-terms.ts';
import { startServiceThread } from './service-thread.ts';
import { clear, scratchFolder, serviceVariables } from './service-variables.ts';

/** Starts it on a free port of 127.0.0.1 and waits until it is ready. */
export async function startServiceInProcess(options: ServiceOptions): Promise<ServiceProcess> {
  requireShareable(options);
  const scratch = scratchFolder();
  const dataDir = options.dataDir ?? join(scratch, 'data');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = serviceVariables(options, { url, dataDir, scratch });
  const { lines, hear, says, assertUnbroken } = heardLines(options.mayFail);
  const { root = projectRoot } = options;
  const here = (terms: ServiceTerms, hear: (line: string) => void) =>
    openServiceHere(terms, hear, options.root === undefined ? undefined : join(root, 'src/open-service.ts'));
  const start = options.killed === true ? startServiceThread : here;
  let running: Running | null = null;
  const open = async (): Promise<void> => {
    count(options.killed === true ? 'service thread' : 'service in process');
    running = await start({ variables: env, clockLead: options.clockLead }, hear);
  };
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    const ending = running;
    running = null;
    await ending?.[how]();
  };
  await open().catch((error: unknown) => {
    clear(scratch);
    throw error;
  });
  return {
    url,
    dataDir,
    env,
    lines,
    says,
    root,
    apiUrl: `${url}/api`,
    pid: () => refuse('has no process of its own'),
    async kill(signal) {
      if (signal !== 'SIGTERM' && signal !== 'SIGKILL') refuse(`cannot be sent ${signal}`);
      await end(signal === 'SIGTERM' ? 'stop' : 'kill');
      return signal === 'SIGTERM' ? 0 : null;
    },
    async restart() {
      await end('stop');
      await open();
    },
    async stop() {
      await end('stop');
      clear(scratch);
      assertUnbroken();
      return 0;
    },
  };
}

/** Variables that Node or a package reads from the process itself. */
const ofTheProcess = ['NODE_OPTIONS', 'NODE_ENV', 'WRONG_CLOCK_FILE'];

function requireShareable({ databaseUrl, killed, root, env = {} }: ServiceOptions): void {
  if (databaseUrl === undefined) refuse('has no embedded database');
  if (root !== undefined && killed === true) refuse('and killed has no checkout of its own');
  const found = ofTheProcess.find((name) => env[name] !== undefined);
  if (found !== undefined) refuse(`has no ${found} of its own`);
}

function refuse(fault: string): never {
  throw new Error(`A service in the process of its test ${fault}: start it with { own: 'why' }.`);
}
