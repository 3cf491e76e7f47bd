// Compares a locale with the source language: finds invalid messages and untranslated English words.
import type { CompiledMessage, PluralForms } from '../../core/words/message.ts';
import { compileMessage, placesOf } from './compile-message.ts';
import { hasSection, type Locale, sectionNames } from './locale-file.ts';

/**
 * Returns the faults of `locale`, each as 'checkout.receipt.items: reason'. Checks keys, syntax, placeholders, plural
 * categories and markup. Returns none for a complete locale, which may lack optional sections. `source` is the locale
 * that it is translated from.
 */
export function localeFaults(locale: Locale, source: Locale): string[] {
  const [own, wanted] = [messagesOf(locale), wantedOf(locale, source)];
  const missing = [...wanted.keys()].filter((key) => !own.has(key)).map((key) => `${key}: the message is missing`);
  const unknown = [...own.keys()].filter((key) => !wanted.has(key)).map((key) => `${key}: no page has this message`);
  const broken = [...own].flatMap(([key, message]) => {
    const original = wanted.get(key);
    return original === undefined ? [] : messageFaults(locale, message, original).map((why) => `${key}: ${why}`);
  });
  return [...missing, ...unknown, ...broken];
}

/**
 * Returns the untranslated words by message: words of the source language that are not marked as shared, by the source
 * or by this locale. In a language with another script than Latin, all unshared Latin words count. Only words of three
 * or more letters count, and placeholder names do not.
 */
export function untranslated(locale: Locale, source: Locale): Map<string, string[]> {
  const vocabulary = new Set([...wantedOf(locale, source).values()].flatMap(wordsIn));
  const shared = new Set([...source.sharedWords, ...locale.sharedWords]);
  const isLatin = new Intl.Locale(locale.code).maximize().script === 'Latn';
  const left = [...messagesOf(locale)].map(([key, message]): [string, string[]] => [
    key,
    wordsIn(message).filter((word) => !shared.has(word) && (vocabulary.has(word) || !isLatin)),
  ]);
  return new Map(left.filter(([, words]) => words.length > 0));
}

/** Returns all messages of a locale. Keys join section, group and name with dots. */
export function messagesOf({ sections }: Locale): Map<string, string> {
  const entries = sectionNames.flatMap((section) =>
    Object.entries(sections[section]).flatMap(([group, messages]) =>
      Object.entries(messages).map(([name, text]): [string, string] => [`${section}.${group}.${name}`, text]),
    ),
  );
  return new Map(entries);
}

/** Returns the messages of `source` that `locale` must have. Optional sections count only if the locale has them. */
function wantedOf(locale: Locale, source: Locale): Map<string, string> {
  const sections = sectionNames.map((name) => [name, hasSection(locale, name) ? source.sections[name] : {}]);
  return messagesOf({ ...source, sections: Object.fromEntries(sections) });
}

function messageFaults({ code, direction }: Locale, message: unknown, original: string): string[] {
  if (typeof message !== 'string' || message.trim() === '') return ['the message is empty'];
  if (/<[/a-z!]/i.test(message) || /&\w+;/.test(message)) return ['a message must not contain HTML'];
  let compiled: CompiledMessage;
  try {
    compiled = compileMessage(message, direction);
  } catch (error) {
    return [(error as Error).message];
  }
  const wanted = compileMessage(original, direction);
  if (typeof compiled !== typeof wanted)
    return [
      typeof wanted === 'string' ? 'this message must not have a plural' : 'this message needs {count, plural, …}',
    ];
  const places = placeFaults(compiled, wanted);
  return typeof compiled === 'string' ? places : [...places, ...pluralFaults(code, compiled)];
}

/** Each form must contain all placeholders of the original. Forms for small numbers may spell out the number. */
function placeFaults(compiled: CompiledMessage, wanted: CompiledMessage): string[] {
  const needed = typeof wanted === 'string' ? placesOf(wanted) : placesOf(wanted.other);
  const forms = typeof compiled === 'string' ? [['', compiled] as const] : Object.entries(compiled);
  return forms.flatMap(([category, form]) => {
    const found = placesOf(form);
    const mayOmit = category !== '' && category !== 'other' ? 'count' : '';
    const lost = needed.filter((place) => !found.includes(place) && place !== mayOmit);
    const added = found.filter((place) => !needed.includes(place));
    return [...lost.map((place) => `{${place}} is missing`), ...added.map((place) => `{${place}} is not filled here`)];
  });
}

/** Requires exactly the language's CLDR plural categories for whole numbers, and `other`. */
function pluralFaults(code: string, forms: PluralForms): string[] {
  const rules = new Intl.PluralRules(code);
  const needed = new Set<string>(['other', ...Array.from({ length: 1000 }, (_, count) => rules.select(count))]);
  const missing = [...needed].filter((category) => !(category in forms));
  const unused = Object.keys(forms).filter((category) => !needed.has(category));
  return [
    ...missing.map((category) => `the plural form "${category}" is missing`),
    ...unused.map((category) => `${code} has no plural form "${category}"`),
  ];
}

function wordsIn(message: string): string[] {
  // Removes the keywords of the syntax, which are not words of the text.
  const plain = message
    .replaceAll(/\{\s*count\s*,\s*plural\s*,/g, ' ')
    .replaceAll(/\b(?:zero|one|two|few|many|other)\s*\{/g, ' ')
    .replaceAll(/\{\w+\}/g, ' ');
  return (plain.toLowerCase().match(/\p{Letter}+/gu) ?? []).filter((word) => /^[a-z]{3,}$/.test(word));
}
