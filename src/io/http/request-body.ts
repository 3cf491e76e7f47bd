// Reads a JSON body: bounded in depth before it is parsed, so that a hostile one costs next to nothing.
import { Problem } from '../../core/problem.ts';

const maxDepth = 16;

/** An empty body is no body; anything else must be JSON nested at most 16 deep, without prototype keys. */
export function readJsonBody(text: string, done: (error: Error | null, body?: unknown) => void): void {
  if (text === '') return done(null, undefined);
  if (isTooDeep(text))
    return done(new Problem('malformed_json', { detail: `The body is nested deeper than ${maxDepth} levels.` }));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return done(new Problem('malformed_json'));
  }
  if (text.includes('__proto__') && hasPrototypeKey(body))
    return done(new Problem('malformed_json', { detail: 'The key __proto__ is not allowed.' }));
  done(null, body);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (inString) {
      if (character === 92) i++;
      else if (character === 34) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 123 || character === 91) {
      if (++depth > maxDepth) return true;
    } else if (character === 125 || character === 93) depth--;
  }
  return false;
}

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}
