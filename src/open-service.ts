// Opens the service in the process that runs: its roles, and the pages that they serve.
import type { DestinationStream, Logger } from 'pino';
import { type Environment, readEnvironment } from './io/environment.ts';
import { createLog } from './io/log.ts';
import type { ClockLead } from './io/process/movable-clock.ts';
import { type ServiceOptions, type StartedRoles, startService } from './roles/start-service.ts';

export interface ServiceOpening extends Pick<ServiceOptions, 'checkoutScripts' | 'extend'> {
  /** As in process.env; the watcher's thread gets the same. */
  readonly variables: NodeJS.ProcessEnv;
  /** Gets the log's lines, those of the watcher's thread included; standard output unless given. */
  readonly logTo?: DestinationStream;
  /** The system's clock unless given. */
  readonly clockLead?: ClockLead | undefined;
}

export interface OpenedRoles extends StartedRoles {
  readonly environment: Environment;
  readonly log: Logger;
}

/** Throws StartFault for whatever a person must mend first; then nothing is left running. */
export async function openService({ variables, logTo, ...more }: ServiceOpening): Promise<OpenedRoles> {
  const environment = readEnvironment(variables);
  const log = createLog(environment.logLevel, logTo);
  const checkoutDirectory = environment.roles.has('api') ? await builtCheckout() : '';
  const started = await startService({ environment, log, variables, logTo, checkoutDirectory, ...builtPages, ...more });
  return { ...started, environment, log };
}

const whereStale = { if: 'missing or stale' } as const;

async function builtCheckout(): Promise<string> {
  return (await import('../web/checkout/build.ts')).buildCheckout(whereStale);
}

/** Each builder is loaded when its page is first asked for. */
const builtPages = {
  builtConsole: async () => (await import('../web/console/build.ts')).buildConsole(whereStale),
  builtEmbed: async () => (await import('../web/embed/build.ts')).buildEmbed(whereStale),
  builtCounter: async () => (await import('../web/counter/build.ts')).buildCounter(whereStale),
  docsDirectory: async () => (await import('../web/docs/build.ts')).docsWhereBuilt(),
};
