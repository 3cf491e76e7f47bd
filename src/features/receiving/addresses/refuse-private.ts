// Rejects a private key in any field where a user may paste one by mistake, before it is stored, logged or returned.
import { looksPrivate } from '../../../core/private-material.ts';
import { fieldProblem } from '../../../core/problem.ts';

/** Throws Problem naming the field (code `private_key`) if the text is, or contains, a private key. */
export function refusePrivate(field: string, text: string | null | undefined): void {
  if (text === null || text === undefined || !looksPrivate(text)) return;
  throw fieldProblem(
    field,
    'private_key',
    'This is, or contains, a private key. It was not stored. ' +
      'Give an address or an extended PUBLIC key, and move your funds to a new key if you have shared this one ' +
      'elsewhere.',
  );
}
