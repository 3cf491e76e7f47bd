// Builds the texts of embed.js: English as part of the script, and a file for every other language. The script contains
// the files' hashes.
import { sha256 } from '../../../src/core/payment/address-check.ts';
import type { Language } from '../../../src/core/words/language.ts';
import type { CompiledTexts } from '../../../src/core/words/message.ts';
import { compileSection } from '../../../src/io/words/compile-section.ts';
import { type Locale, sourceLanguage } from '../../../src/io/words/locale-file.ts';
import { base64url } from '../rules/jws.ts';
import { checkoutMessages } from './embed-texts.ts';

export interface EmbedTexts {
  /** The exports of built-texts.ts, by name. */
  readonly inScript: {
    readonly english: CompiledTexts;
    readonly languages: readonly Language[];
    readonly textsHashes: Readonly<Record<string, string>>;
  };
  /** By code, for all languages except English. */
  readonly files: Readonly<Record<string, { readonly fileName: string; readonly source: string }>>;
}

/** Throws Error for a message that cannot be compiled. */
export function embedTexts(locales: readonly Locale[]): EmbedTexts {
  const built = locales.map((locale) => {
    const source = JSON.stringify(textsOf(locale));
    return { locale, source, hash: hashOf(source) };
  });
  const others = built.filter(({ locale }) => locale.code !== sourceLanguage);
  const english = built.find(({ locale }) => locale.code === sourceLanguage);
  return {
    inScript: {
      english: JSON.parse(english?.source ?? '{}'),
      languages: locales.map(({ code, name, direction }) => ({ code, name, direction })),
      textsHashes: Object.fromEntries(others.map(({ locale, hash }) => [locale.code, hash])),
    },
    files: Object.fromEntries(
      others.map(({ locale: { code }, hash, source }) => [code, { fileName: `embed/${code}-${hash}.json`, source }]),
    ),
  };
}

/** The compiled texts of embed.js in one language. Throws Error for a message that cannot be compiled. */
export function textsOf(locale: Locale): CompiledTexts {
  const checkout = compileSection(locale, 'checkout');
  const shared = Object.entries(checkoutMessages).map(([name, [group, message]]) => [name, checkout[group]?.[message]]);
  return { shopPage: { ...compileSection(locale, 'embed').shopPage, ...Object.fromEntries(shared) } };
}

function hashOf(content: string): string {
  return base64url(Uint8Array.from(sha256(new TextEncoder().encode(content)).slice(0, 16)));
}
