// The environment, input and outputs of a command.
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  /** As in terminal.variables. */
  readonly variables: NodeJS.ProcessEnv;
  readonly input: Readable;
  /** Receives the command's output. */
  readonly output: Writable;
  /** Receives faults, progress and log lines. */
  readonly errors: Writable;
}
