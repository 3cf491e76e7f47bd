// Compares a locale with the source language: faults of its messages, and English words that were left in them.
import type { CompiledMessage, PluralForms } from '../../core/words/message.ts';
import { compileMessage, placesOf } from './compile-message.ts';
import { hasSection, type Locale, sectionNames } from './locale-file.ts';

/**
 * Faults of `locale`, each as 'checkout.receipt.items: reason': keys, syntax, places, plural categories and markup.
 * Empty for a complete locale; an optional section may be absent. `source` is the locale that it is translated from.
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
 * Untranslated words by message: words of the source language that are shared neither with all languages nor with this
 * one. A language that is not written in Latin letters has no other Latin words either. Words have at least three
 * letters; names of places do not count.
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

/** All messages of a locale by section, group and name, joined by points. */
export function messagesOf({ sections }: Locale): Map<string, string> {
  const entries = sectionNames.flatMap((section) =>
    Object.entries(sections[section]).flatMap(([group, messages]) =>
      Object.entries(messages).map(([name, text]): [string, string] => [`${section}.${group}.${name}`, text]),
    ),
  );
  return new Map(entries);
}

/** Messages of `source` that `locale` must have: those of optional sections only where it has the section. */
function wantedOf(locale: Locale, source: Locale): Map<string, string> {
  const sections = sectionNames.map((name) => [name, hasSection(locale, name) ? source.sections[name] : {}]);
  return messagesOf({ ...source, sections: Object.fromEntries(sections) });
}

function messageFaults({ code, direction }: Locale, message: unknown, original: string): string[] {
  if (typeof message !== 'string' || message.trim() === '') return ['the message is empty'];
  if (/<[/a-z!]/i.test(message) || /&\w+;/.test(message)) return ['a message has no HTML'];
  let compiled: CompiledMessage;
  try {
    compiled = compileMessage(message, direction);
  } catch (error) {
    return [(error as Error).message];
  }
  const wanted = compileMessage(original, direction);
  if (typeof compiled !== typeof wanted)
    return [typeof wanted === 'string' ? 'this message has no plural' : 'this message needs {count, plural, …}'];
  const places = placeFaults(compiled, wanted);
  return typeof compiled === 'string' ? places : [...places, ...pluralFaults(code, compiled)];
}

/** Each form has all places of the original; forms for a few may write the number in letters. */
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

/** Exactly the categories of the language (CLDR) for whole numbers, and `other`. */
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
  // Keywords of the syntax are no words of the text.
  const plain = message
    .replaceAll(/\{\s*count\s*,\s*plural\s*,/g, ' ')
    .replaceAll(/\b(?:zero|one|two|few|many|other)\s*\{/g, ' ')
    .replaceAll(/\{\w+\}/g, ' ');
  return (plain.toLowerCase().match(/\p{Letter}+/gu) ?? []).filter((word) => /^[a-z]{3,}$/.test(word));
}
