// Opens the service in the process that runs: its roles, and the pages that they serve.
import type { DestinationStream, Logger } from 'pino';
import { pageFolders, startPageBuild } from './built/page-folders.ts';
import { type Environment, readEnvironment } from './io/environment.ts';
import { createLog } from './io/log.ts';
import type { ClockLead } from './io/process/movable-clock.ts';
import { ownVersion } from './io/process/own-version.ts';
import { terminalLog } from './io/text-log.ts';
import type { ServiceOptions } from './roles/reload/service-options.ts';
import { type StartedRoles, startService } from './roles/start-service.ts';

export interface ServiceOpening extends Pick<ServiceOptions, 'pageScripts' | 'extend'> {
  /** As in process.env; the watcher's thread gets the same. */
  readonly variables: NodeJS.ProcessEnv;
  /** Gets the log's lines, those of the watcher's thread included; standard output unless given. */
  readonly logTo?: DestinationStream;
  /** The system's clock unless given. */
  readonly clockLead?: ClockLead | undefined;
  /** Interrupts the start. Nothing is left running then. */
  readonly signal?: AbortSignal;
}

export interface OpenedRoles extends StartedRoles {
  readonly environment: Environment;
  readonly log: Logger;
}

/** Throws StartFault for whatever a person must mend first; then nothing is left running. */
export async function openService({ variables, logTo, ...more }: ServiceOpening): Promise<OpenedRoles> {
  const environment = readEnvironment(variables);
  const log = createLog(environment.logLevel, logTo ?? terminalLog(variables));
  log.info(
    { version: await ownVersion(), url: environment.publicUrl, roles: [...environment.roles] },
    'Quittance starts',
  );
  const buildsFirst = environment.roles.has('api') && environment.buildPages === 'first';
  const { build: pageBuild, folders } = buildsFirst
    ? await startPageBuild(log)
    : { build: null, folders: pageFolders() };
  try {
    const started = await startService({ environment, log, variables, logTo, pageBuild, ...folders, ...more });
    return { ...started, environment, log };
  } catch (error) {
    pageBuild?.stop();
    throw error;
  }
}
