// Derives from the table of effects which operations always require a recent proof of presence from a browser.
import { isCertain } from '../../../core/effects/effects-of.ts';
import type { Change } from '../../../core/effects/rules.ts';
import type { Operation } from '../operation.ts';

/**
 * Returns the operations with this requirement added. If every call of an operation has an effect, it requires the
 * proof first. Others require it once the state before and after is known. Throws if an operation changes something and
 * does not name it.
 */
export function askingForProof(operations: readonly Operation[]): Operation[] {
  return operations.map((one) => {
    const { access, writes, method, id } = one;
    if (method === 'GET') return one;
    if (writes === undefined)
      throw new Error(`${id} does not name the thing that it writes (core/effects/writable-fields.ts)`);
    const isAsked = access.cookie === true && access.public !== true && isCertain(writes, changeBy(one));
    return isAsked ? { ...one, access: { ...access, recentProof: true } } : one;
  });
}

/** A POST below the id of a thing edits that thing. Any other POST creates one. */
function changeBy({ method, path }: Pick<Operation, 'method' | 'path'>): Change {
  if (method === 'DELETE') return 'deleted';
  return method === 'PUT' || path.includes('/:id/') ? 'edited' : 'created';
}
