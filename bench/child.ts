// Runs a part of a benchmark in another process, which is controlled by messages and ends with the benchmark.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adopt } from '../test/rig/run/child-sweep.ts';

export interface Child {
  readonly pid: number;
  /** Sends a message and resolves with the next reply. One at a time. Throws if the process ends first. */
  ask<Answer>(message: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** `file`: the URL of a program in the caller's folder. */
export function startChild(file: URL, env: Readonly<Record<string, string>> = {}): Child {
  const path = fileURLToPath(file);
  const child = fork(path, { env: { ...process.env, ...env }, serialization: 'advanced' });
  adopt(child, path);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid as number,
    ask: <Answer>(message: object) =>
      new Promise<Answer>((resolve, reject) => {
        const gone = () => reject(new Error(`${path} ended in the middle of its work`));
        child.once('exit', gone);
        child.once('message', (answer) => {
          child.off('exit', gone);
          resolve(answer as Answer);
        });
        child.send(message);
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * The CPU time that a process has used, in milliseconds; null if the system does not report it (/proc, 10 ms steps).
 */
export function cpuMillis(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = '', system = ''] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return null;
  }
}
