// The error for an endpoint that was changed outside the service.
import { fieldProblem, type Problem } from '../../../core/problem.ts';

/**
 * It cannot be repaired: the row does not prove to which app it belonged, and its secret could then sign the events of
 * another app.
 */
export function tamperedProblem(): Problem {
  return fieldProblem('id', 'tampered', 'It was changed outside the service. Delete it and add a new one.');
}
