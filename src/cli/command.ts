// A command of the operator's command line: its usage, its purpose, and its action.
import type { Terminal } from './terminal.ts';

export interface Command {
  readonly takes: string;
  readonly about: string;
  /** Returns the exit code. Throws StartFault for a problem that the operator can fix. */
  run(args: string[], terminal: Terminal): Promise<number>;
}
