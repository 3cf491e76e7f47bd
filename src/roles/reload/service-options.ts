// The options of a process that runs roles.
import type { DestinationStream, Logger } from 'pino';
import type { Environment } from '../../io/environment.ts';
import type { ClockLead } from '../../io/process/movable-clock.ts';
import type { ApiOptions } from '../api.ts';
import type { PageBuild } from '../http/page-build.ts';

export interface ServiceOptions
  extends Pick<
    ApiOptions,
    'builtCheckout' | 'builtConsole' | 'builtEmbed' | 'builtCounter' | 'docsDirectory' | 'pageScripts' | 'extend'
  > {
  readonly environment: Environment;
  readonly log: Logger;
  /** Null if all pages are built. Until then the process is not ready. */
  readonly pageBuild: PageBuild | null;
  /** The variables that the environment was read from. */
  readonly variables: NodeJS.ProcessEnv;
  /** Receives the log lines of the watcher's thread. Absent means standard output. */
  readonly logTo?: DestinationStream | undefined;
  /** Absent means the system's clock. */
  readonly clockLead?: ClockLead | undefined;
  /** Interrupts the start. */
  readonly signal?: AbortSignal;
}
