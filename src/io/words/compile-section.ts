// Compiles the sections of a locale.
import type { CompiledTexts } from '../../core/words/message.ts';
import { compileMessage } from './compile-message.ts';
import type { Locale, SectionName } from './locale-file.ts';

/**
 * Compiles the messages of one section, by group and name. Throws Error with the file, the message and the reason if a
 * message is invalid.
 */
export function compileSection({ code, direction, sections }: Locale, section: SectionName): CompiledTexts {
  const compiled = (message: string, place: string) => {
    try {
      return compileMessage(message, direction);
    } catch (error) {
      throw new Error(`locales/${code}.json: ${section}.${place}: ${(error as Error).message}`);
    }
  };
  const groups = Object.entries(sections[section]).map(([group, messages]) => [
    group,
    Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, compiled(text, `${group}.${name}`)])),
  ]);
  return Object.fromEntries(groups);
}
