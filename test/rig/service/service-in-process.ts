// The service in the process of its test: the same code and the same watcher's thread, without a start of Node.
import { join } from 'node:path';
import { builtFile } from '../../../src/built/built-file.js';
import type { OpenedRoles, ServiceOpening } from '../../../src/open-service.ts';
import { projectRoot } from '../house/source-tree.ts';
import { count } from '../run/costs/costs.ts';
import { freePort } from '../run/free-port.ts';
import { heardLines } from './heard-lines.ts';
import type { ServiceOptions, ServiceProcess } from './service-terms.ts';
import { clear, scratchFolder, serviceVariables } from './service-variables.ts';

/** Starts it on a free port of 127.0.0.1 and waits until it is ready. */
export async function startServiceInProcess(options: ServiceOptions): Promise<ServiceProcess> {
  requireShareable(options);
  const scratch = scratchFolder();
  const dataDir = options.dataDir ?? join(scratch, 'data');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = serviceVariables(options, { url, dataDir, scratch });
  const { lines, hear, says } = heardLines();
  const open = async (): Promise<OpenedRoles> => {
    count('service in process');
    return (await openBuilt())({ variables: env, logTo: { write: hear }, clockLead: options.clockLead });
  };
  let running: OpenedRoles | null = await open().catch((error: unknown) => {
    clear(scratch);
    throw error;
  });
  const end = async (): Promise<0> => {
    const ending = running;
    running = null;
    await ending?.stop(ending.environment.drainSeconds);
    return 0;
  };
  return {
    ...{ url, dataDir, env, lines, says, root: projectRoot },
    apiUrl: `${url}/api`,
    pid: () => refuse('has no process of its own'),
    kill: (signal) => (signal === 'SIGTERM' ? end() : refuse(`cannot be sent ${signal}`)),
    async restart() {
      await end();
      running = await open();
    },
    async stop() {
      await end();
      clear(scratch);
      return 0;
    },
  };
}

/** Variables that Node or a package reads from the process itself. */
const ofTheProcess = ['NODE_OPTIONS', 'NODE_ENV', 'WRONG_CLOCK_FILE'];

function requireShareable({ databaseUrl, root, env = {} }: ServiceOptions): void {
  if (databaseUrl === undefined) refuse('has no embedded database');
  if (root !== undefined) refuse('has no checkout of its own');
  const found = ofTheProcess.find((name) => env[name] !== undefined);
  if (found !== undefined) refuse(`has no ${found} of its own`);
}

function refuse(fault: string): never {
  throw new Error(`A service in the process of its test ${fault}: start it with { own: 'why' }.`);
}

let loading: Promise<(opening: ServiceOpening) => Promise<OpenedRoles>> | null = null;

/** The built one, as `npm start` takes it; a thread then need not read two thousand sources. */
function openBuilt(): Promise<(opening: ServiceOpening) => Promise<OpenedRoles>> {
  loading ??= import(builtFile('open-service') ?? '../../../src/open-service.ts').then(
    ({ openService }) => openService as (opening: ServiceOpening) => Promise<OpenedRoles>,
  );
  return loading;
}
