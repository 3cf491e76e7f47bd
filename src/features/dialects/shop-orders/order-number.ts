// Reads the number that a shop gives an order.
import { fieldProblem } from '../../../core/problem.ts';

const mostCharacters = 128;

/** Throws Problem naming the field. */
export function readOrderNumber(field: string, text: string): string {
  if (text !== '' && text.length <= mostCharacters) return text;
  throw fieldProblem(field, 'invalid_length', `Must have 1 to ${mostCharacters} characters.`);
}
