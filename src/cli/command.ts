// What a command of the operator's command line is: its words, what it is for, and what it does.
import type { Terminal } from './terminal.ts';

export interface Command {
  readonly takes: string;
  readonly about: string;
  /** Returns the exit code. Throws StartFault for whatever the operator can mend. */
  run(args: string[], terminal: Terminal): Promise<number>;
}
