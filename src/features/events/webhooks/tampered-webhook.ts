// An endpoint that was changed past the service.
import { fieldProblem, type Problem } from '../../../core/problem.ts';

/**
 * It cannot be put right: nothing in the row says which app it was of, and its secret would then sign the events of
 * another app.
 */
export function tamperedProblem(): Problem {
  return fieldProblem('id', 'tampered', 'It was changed past the service. Delete it, and add another.');
}
