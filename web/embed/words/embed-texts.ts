// The texts of embed.js in all languages: its own, and those that the checkout has already. The build puts English into
// the script, and every other language into a file that the script knows by its hash.
import { sha256 } from '../../../src/core/payment/address-check.ts';
import type { LanguageCode } from '../../../src/core/words/languages.ts';
import { languages } from '../../checkout/words/languages.ts';
import type { Wording } from '../../checkout/words/words.ts';
import { base64url } from '../rules/jws.ts';
import { ownTexts } from './own-texts.ts';

export interface TextsFile {
  readonly fileName: string;
  readonly content: string;
}

export function textsOf(code: LanguageCode) {
  const { page, awaiting, instructions, frame, closed }: Wording = languages[code];
  return {
    ...ownTexts[code],
    payment: page.untitled,
    lost: page.connectionLost,
    confirming: page.titleConfirming,
    paid: page.titlePaid,
    title: awaiting.title,
    priceHolds: awaiting.priceHolds,
    ...picked(instructions, [
      ...(['code', 'addressCode', 'plainCode', 'amountCode', 'amountCodeHint', 'openApp'] as const),
      ...(['amount', 'address', 'sendOnly', 'plainAccount'] as const),
      ...(['copy', 'copied', 'copyFailed', 'theAmount', 'theAddress'] as const),
    ]),
    codeOfAll: frame.check,
    openAlone: frame.openAlone,
    notFound: closed.notFound,
    notShown: closed.unreachable,
  };
}

export type EmbedTexts = ReturnType<typeof textsOf>;

export const english: EmbedTexts = textsOf('en');

/** By language, the files of all but English; and the first 128 bits of the SHA-256 of each, in base64url. */
export const textsFiles: Readonly<Record<string, TextsFile>> = Object.fromEntries(
  (Object.keys(languages) as LanguageCode[]).filter((code) => code !== 'en').map((code) => [code, fileOf(code)]),
);
export const textsHashes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(textsFiles).map(([code, { content }]) => [code, hashOf(content)]),
);

function fileOf(code: LanguageCode): TextsFile {
  const content = JSON.stringify(textsOf(code));
  return { fileName: `embed/${code}-${hashOf(content)}.json`, content };
}

function hashOf(content: string): string {
  return base64url(Uint8Array.from(sha256(new TextEncoder().encode(content)).slice(0, 16)));
}

function picked<T, Name extends keyof T>(texts: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, texts[name]])) as Pick<T, Name>;
}
