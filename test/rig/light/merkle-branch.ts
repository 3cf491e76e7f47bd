// Merkle branches in the form of light servers, with hashes in display order.
import { createHash } from 'node:crypto';

/** The sibling hashes on the path from a leaf to the root. */
export function branchOver(ids: readonly string[], position: number): string[] {
  const branch: string[] = [];
  let level = ids.map((id) => Buffer.from(id, 'hex').reverse());
  let at = position;
  while (level.length > 1) {
    if (level.length % 2 === 1) level.push(level.at(-1) as Buffer<ArrayBuffer>);
    branch.push(
      Buffer.from(level[at ^ 1] as Buffer)
        .reverse()
        .toString('hex'),
    );
    level = level.flatMap((left, index) => (index % 2 === 1 ? [] : [twice(left, level[index + 1] as Buffer)]));
    at = Math.floor(at / 2);
  }
  return branch;
}

function twice(left: Buffer, right: Buffer): Buffer<ArrayBuffer> {
  const once = createHash('sha256').update(left).update(right).digest();
  return createHash('sha256').update(once).digest();
}
