// What a command of the operator's command line is: its words, what it is for, and what it does.

export interface Command {
  readonly takes: string;
  readonly about: string;
  /** Answers the exit code. */
  run(args: string[]): Promise<number>;
}
