// Derives from the table of effects which operations ask a browser for a recent proof of its person at once.
import { isCertain } from '../../../core/effects/effects-of.ts';
import type { Change } from '../../../core/effects/rules.ts';
import type { Operation } from '../operation.ts';

/**
 * The same operations. An operation whose every call has an effect asks for the proof before anything else; the
 * others ask once the state before and after is known. Throws where an operation changes something and does not name
 * it.
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

/** A POST below the id of a thing changes that; any other makes a new one. */
function changeBy({ method, path }: Pick<Operation, 'method' | 'path'>): Change {
  if (method === 'DELETE') return 'deleted';
  return method === 'PUT' || path.includes('/:id/') ? 'edited' : 'created';
}
