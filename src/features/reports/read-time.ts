// Reads the times that periods begin and end at.
import { fieldProblem } from '../../core/problem.ts';

/** A form that the schema lets pass may still be no time, such as a leap second. Throws Problem naming the field. */
export function readTime(field: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw fieldProblem(field, 'invalid_format', 'Must be a time after RFC 3339.');
  return time;
}
