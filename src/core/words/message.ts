// Compiled messages of one language, and the functions that fill them.

/** One form per plural category of the language (CLDR), as Intl.PluralRules names them. */
export type PluralForms = { readonly other: string } & { readonly [category in Intl.LDMLPluralRule]?: string };

/** A compiled message: text with places as `{name}`. Plural messages are chosen by the place `count`. */
export type CompiledMessage = string | PluralForms;

/** Compiled messages by group and name. */
export type CompiledTexts = Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;

/** Names of the places of each message, by group and name; `never` for a message without places. */
export type Places = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Messages ready for use: a string, or a function of its places. `Part` is an element of the page that uses them. */
export type WordsOf<P, Part = never> = {
  readonly [Group in keyof P]: {
    readonly [Name in keyof P[Group]]: [P[Group][Name]] extends [never]
      ? string
      : Sentence<P[Group][Name] & string, Part>;
  };
};

/** Filled with texts and numbers it returns a text; filled with elements it returns the pieces in order. */
export interface Sentence<Place extends string, Part = never> {
  (places: Readonly<Record<Place, string | number>>): string;
  (places: Readonly<Record<Place, string | number | Part>>): string | (string | Part)[];
}

/**
 * Prepares the compiled messages of `language`, a code that Intl knows. A number in a place is written with the digits
 * and separators of the language; `count` must be a number in a plural message.
 */
export function wordsOf<P, Part = never>(language: string, texts: CompiledTexts): WordsOf<P, Part> {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const prepared = (message: CompiledMessage): unknown => {
    if (typeof message === 'string' && !message.includes('{')) return message;
    return (places: Readonly<Record<string, unknown>>) => {
      const form =
        typeof message === 'string' ? message : (message[plurals.select(places.count as number)] ?? message.other);
      const pieces = form.split(/[{}]/).map((piece, index) => {
        const value = index % 2 === 0 ? piece : places[piece];
        return typeof value === 'number' ? numbers.format(value) : value;
      });
      return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
    };
  };
  const groups = Object.entries(texts).map(([group, messages]) => [
    group,
    Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, prepared(message)])),
  ]);
  return Object.fromEntries(groups) as WordsOf<P, Part>;
}
