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
  const pages = { checkoutDirectory, builtConsole, builtEmbed, builtCounter, docsDirectory: builtDocs };
  const started = await startService({ environment, log, variables, logTo, ...pages, ...more });
  return { ...started, environment, log };
}

async function builtCheckout(): Promise<string> {
  const { buildCheckout } = await import('../web/checkout/build.ts');
  return buildCheckout({ if: 'missing or stale' });
}

async function builtConsole(): Promise<string> {
  const { buildConsole } = await import('../web/console/build.ts');
  return buildConsole({ if: 'missing or stale' });
}

async function builtEmbed(): Promise<string> {
  const { buildEmbed } = await import('../web/embed/build.ts');
  return buildEmbed({ if: 'missing or stale' });
}

async function builtCounter(): Promise<string> {
  const { buildCounter } = await import('../web/counter/build.ts');
  return buildCounter({ if: 'missing or stale' });
}

async function builtDocs(): Promise<string | null> {
  const { docsWhereBuilt } = await import('../web/docs/build.ts');
  return docsWhereBuilt();
}
