// Nodes that a story returned, for the next story in the same process that needs one with the same flags.
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { hasEnded } from '../run/child-sweep.ts';
import { isWarmWorker } from '../run/runner/worker-messages.ts';

export interface IdleNode {
  readonly child: ChildProcess;
}

export interface IdleNodes<Node extends IdleNode> {
  take(flags: readonly string[]): Node | null;
  /**
   * Returns whether the node was kept. `reset` restores its initial state and returns whether it could; it may throw.
   * No node is kept if this process runs only one file.
   */
  giveBack(flags: readonly string[], node: Node, reset: () => Promise<boolean>): Promise<boolean>;
}

export function idleNodes<Node extends IdleNode>(): IdleNodes<Node> {
  const idle = new Map<string, Node[]>();
  return {
    take(flags) {
      const node = idle.get(flags.join(' '))?.pop();
      if (node === undefined || hasEnded(node.child)) return null;
      hold(node.child, true);
      return node;
    },
    async giveBack(flags, node, reset) {
      if (!isWarmWorker || hasEnded(node.child) || !(await reset().catch(() => false))) return false;
      const key = flags.join(' ');
      idle.set(key, [...(idle.get(key) ?? []), node]);
      hold(node.child, false);
      return true;
    },
  };
}

/** An idle node must not keep the worker from ending. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const handles = [child, child.stdout, child.stderr] as readonly (Pick<Socket, 'ref' | 'unref'> | null)[];
  for (const handle of handles) handle?.[isHeld ? 'ref' : 'unref']();
}
