// What strangers send to these pages: names in addresses, and fields of forms.
import { Problem } from '../../../../core/problem.ts';

export type SentForm = Readonly<Record<string, unknown>>;

/** A field of the form, cut to what any of them may hold; undefined where it was not sent. */
export function sentText(body: SentForm | null | undefined, name: string): string | undefined {
  const value = body?.[name];
  return typeof value === 'string' ? value.slice(0, 100) : undefined;
}

/** Whether anything can have this name: only then is it looked for. */
export function isSlug(text: string): boolean {
  return text.length <= 255 && /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(text);
}

/** What is rate limited is told on the page; anything else is thrown on. */
export function tooMany(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'rate_limited') return error;
  throw error;
}
