// Compiles the sections of a locale.
import type { CompiledTexts } from '../../core/words/message.ts';
import { compileMessage } from './compile-message.ts';
import type { Locale, SectionName } from './locale-file.ts';

/**
 * Compiles the messages of one section, by group and name. Throws Error with the file, the message and the reason where
 * a message cannot be compiled.
 */
export function compileSection({ code, direction, sections }: Locale, section: SectionName): CompiledTexts {
  return mapMessages(sections[section], (message, place) => {
    try {
      return compileMessage(message, direction);
    } catch (error) {
      throw new Error(`locales/${code}.json: ${section}.${place}: ${(error as Error).message}`);
    }
  });
}

function mapMessages<T>(
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>,
  map: (message: string, place: string) => T,
): Record<string, Record<string, T>> {
  const mapped = Object.entries(groups).map(([group, messages]): [string, Record<string, T>] => [
    group,
    Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, map(text, `${group}.${name}`)])),
  ]);
  return Object.fromEntries(mapped);
}
