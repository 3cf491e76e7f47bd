// Compiles a message in ICU MessageFormat to the form that pages use.
import { type MessageFormatElement, type PluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Language } from '../../core/words/language.ts';
import type { CompiledMessage, PluralForms } from '../../core/words/message.ts';

/** The message is not valid ICU MessageFormat, or uses an unsupported part of it. */
export class MessageFault extends Error {}

/**
 * Compiles `message`. For right-to-left languages, values are isolated here, so pages need not isolate them
 * (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates). Throws MessageFault.
 */
export function compileMessage(message: string, direction: Language['direction']): CompiledMessage {
  const elements = parsed(message);
  const at = elements.findIndex(({ type }) => type === TYPE.plural);
  const isolated = (text: string) => (direction === 'rtl' ? withIsolates(text) : text);
  if (at === -1) return isolated(textOf(elements));
  const plural = elements[at] as PluralElement;
  if (plural.value !== 'count')
    throw new MessageFault(`the placeholder of a plural must be {count}, not {${plural.value}}`);
  if (plural.pluralType !== 'cardinal') throw new MessageFault('selectordinal is not supported');
  if (plural.offset !== 0) throw new MessageFault('offset is not supported');
  const [before, after] = [textOf(elements.slice(0, at)), textOf(elements.slice(at + 1))];
  const forms = Object.entries(plural.options).map(([category, { value }]) => {
    if (!categories.has(category)) throw new MessageFault(`a plural has no category ${category}`);
    return [category, isolated(before + textOf(value) + after)];
  });
  return Object.fromEntries(forms) as PluralForms;
}

/** Returns the names of the placeholders in a compiled message, sorted and without duplicates. */
export function placesOf(message: CompiledMessage): string[] {
  const text = typeof message === 'string' ? message : `${Object.values(message).join(' ')}{count}`;
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name as string))].sort();
}

const categories: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

function parsed(message: string): MessageFormatElement[] {
  try {
    return parse(message, { ignoreTag: true });
  } catch (error) {
    throw new MessageFault(`not valid ICU MessageFormat: ${(error as Error).message}`);
  }
}

function textOf(elements: readonly MessageFormatElement[]): string {
  return elements.map(pieceOf).join('');
}

function pieceOf(element: MessageFormatElement): string {
  switch (element.type) {
    case TYPE.literal:
      if (/[{}]/.test(element.value)) throw new MessageFault('a brace in the text is not supported');
      return element.value;
    case TYPE.argument:
      if (!/^[a-z][A-Za-z]*$/.test(element.value))
        throw new MessageFault(`{${element.value}} is not a valid placeholder name`);
      return `{${element.value}}`;
    case TYPE.pound:
      return '{count}';
    case TYPE.plural:
      throw new MessageFault('only one plural is supported, and none within another');
    default:
      throw new MessageFault('only {place} and {count, plural, …} are supported');
  }
}

/** First strong isolate, left-to-right isolate, and the end of either. */
const [isolate, leftToRight, endIsolate] = ['\u2068', '\u2066', '\u2069'];

/** Isolates each value's direction, and keeps an amount before its coin. */
function withIsolates(text: string): string {
  return text
    .replace('{amount} {coin}', `${leftToRight}$&${endIsolate}`)
    .replaceAll(/\{\w+\}/g, `${isolate}$&${endIsolate}`);
}
