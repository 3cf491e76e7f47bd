// The words of the page for keys, in the reader's language.
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../../core/words/language.ts';
import { preferredLanguage } from '../../../../io/http/browser/reader-language.ts';
import { findLanguage, type ServiceWords, serviceWords } from '../../../../io/words/service-words.ts';

export type AuthorizeWords = NonNullable<ServiceWords['authorize']>;

/** English if the page is offered in none of the reader's languages. */
export function authorizeWords(request: Pick<FastifyRequest, 'headers' | 'query'>): {
  readonly language: Language;
  readonly words: AuthorizeWords;
} {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const asked = (request.query as { readonly lang?: unknown }).lang;
  const code = preferredLanguage(offered, { asked, cookie, acceptLanguage }) ?? 'en';
  const { language, authorize } = serviceWords(code);
  if (authorize === null) throw new Error('the page for keys has no words in English');
  return { language, words: authorize };
}

function offered(tag: string): string | null {
  const code = findLanguage(tag)?.code ?? null;
  return code === null || serviceWords(code).authorize === null ? null : code;
}
