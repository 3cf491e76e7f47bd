// Words that a translation shares with the English texts, and why that is right. Any other is a word that was left in
// English.
import type { LanguageCode } from './language-names.ts';

/** Names of things on chains, which wallets and exchanges write so in every language. */
const names = 'hash hashes txid token';

/** Taken over from English: what wallets, exchanges and browsers call these things in that language. */
const borrowed: Words = {
  de: 'app block browser chain code coin coins explorer link offline shop smart tab wallet wallets',
  es: 'app exchange exchanges',
  id: 'tab',
  it: 'app block browser chain exchange explorer link offline smart wallet',
  nl: 'app block browser chain code contact contract exchange exchanges explorer link offline smart wallet wallets',
  pl: 'link offline',
  pt: 'app link',
  tr: 'coin test',
  vi: 'coin',
};

/** Of the language itself, and only spelled alike: 'was' is 'what' in German, 'has' is 'you have' in Spanish. */
const alike: Words = {
  de: 'minute rest status text was',
  es: 'has total',
  fr:
    'code confirmation confirmations messages minute minutes page part service signature test total transaction' +
    ' transactions',
  id: 'final status',
  nl: 'later open over rest scan status stop was',
  pl: 'same',
  pt: 'item some status total',
  tr: 'not',
};

type Words = { readonly [code in LanguageCode]?: string };

/** Whether `word`, in lower case, may stand in a text of `language` although English has it too. */
export function isShared(word: string, language: LanguageCode): boolean {
  return `${names} ${borrowed[language] ?? ''} ${alike[language] ?? ''}`.split(' ').includes(word);
}
