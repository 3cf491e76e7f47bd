// Nodes that a story gave back, for the next one in the same process that wants one with the same flags.
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { hasEnded } from '../run/child-sweep.ts';
import { isWarmWorker } from '../run/runner/warm-worker.ts';

export interface IdleNode {
  readonly child: ChildProcess;
  readonly url: string;
}

const idle = new Map<string, IdleNode[]>();

export function takeIdle(flags: readonly string[]): IdleNode | null {
  const node = idle.get(flags.join(' '))?.pop();
  if (node === undefined || hasEnded(node.child)) return null;
  hold(node.child, true);
  return node;
}

/** Whether it was kept: not where this process runs one file only, or where its time is not the real one any more. */
export async function giveBack(
  flags: readonly string[],
  node: IdleNode,
  rpc: <Result>(method: string, params?: readonly unknown[]) => Promise<Result>,
): Promise<boolean> {
  if (!isWarmWorker || hasEnded(node.child)) return false;
  try {
    if (Number(await rpc('evm_increaseTime', [0])) > 1) return false;
    await rpc('anvil_reset', []);
    await rpc('evm_setAutomine', [false]);
  } catch {
    return false;
  }
  const key = flags.join(' ');
  idle.set(key, [...(idle.get(key) ?? []), node]);
  hold(node.child, false);
  return true;
}

/** An idle node must not keep the worker from ending. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const handles = [child, child.stdout, child.stderr] as readonly (Pick<Socket, 'ref' | 'unref'> | null)[];
  for (const handle of handles) handle?.[isHeld ? 'ref' : 'unref']();
}
