// Where a command is run: its environment, its input, and where it writes.
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  /** As in terminal.variables. */
  readonly variables: NodeJS.ProcessEnv;
  readonly input: Readable;
  /** Gets the command's answer. */
  readonly output: Writable;
  /** Gets faults, progress and the log. */
  readonly errors: Writable;
}
