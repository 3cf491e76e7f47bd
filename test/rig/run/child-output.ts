// Collects the output of a child process.
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns a function that returns the text of both streams so far, in the order of its arrival. */
export function outputOf({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

/** Writes `input` to the process, and waits for its end. Rejects if it cannot be started. */
export function resultOf(child: ChildProcessWithoutNullStreams, input: string): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const stdout = outputOf({ stdout: child.stdout, stderr: null });
    const stderr = outputOf({ stdout: null, stderr: child.stderr });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    // A command that reads no input may end before it arrives.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
