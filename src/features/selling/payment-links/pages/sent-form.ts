// Reads untrusted input of the public pages: names in addresses, and form fields.
import { Problem } from '../../../../core/problem.ts';

export type SentForm = Readonly<Record<string, unknown>>;

/** Returns a form field, cut to the largest allowed length; undefined if it is missing. */
export function sentText(body: SentForm | null | undefined, name: string): string | undefined {
  const value = body?.[name];
  return typeof value === 'string' ? value.slice(0, 100) : undefined;
}

/** Whether the text can be a slug. Other texts are not looked up. */
export function isSlug(text: string): boolean {
  return text.length <= 255 && /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(text);
}

/** Returns a rate limit error, which the page shows. Throws any other error again. */
export function tooMany(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'rate_limited') return error;
  throw error;
}
