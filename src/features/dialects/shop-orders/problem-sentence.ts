// A problem in one sentence, for dialects with texts as errors.
import type { Problem } from '../../../core/problem.ts';

export function problemSentence({ detail, errors, title }: Problem): string {
  const [first] = errors ?? [];
  return first === undefined ? (detail ?? title) : `${first.field}: ${first.message}`;
}
