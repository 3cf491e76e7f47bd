// Generates the types of all messages from the source language, so that unknown keys and placeholders do not compile.
import { placesOf } from './compile-message.ts';
import { compileSection } from './compile-section.ts';
import { type Locale, sectionNames } from './locale-file.ts';

/**
 * Returns the content of src/core/words/generated/messages.ts. `source` is the locale that all others are translated
 * from.
 */
export function messageTypes(source: Locale): string {
  const sections = sectionNames.map((section) => {
    const groups = Object.entries(compileSection(source, section)).map(([group, messages]) => {
      const members = Object.entries(messages).map(([name, message]) => {
        const places = placesOf(message).map((place) => `'${place}'`);
        return `      readonly ${name}: ${places.join(' | ') || 'never'};\n`;
      });
      return `    readonly ${group}: {\n${members.join('')}    };\n`;
    });
    return `  readonly ${section}: {\n${groups.join('')}  };\n`;
  });
  return `${header}export interface Messages {\n${sections.join('')}}\n`;
}

const header = `// Written from locales/en.json by \`npm run locales\`: the places of each message.

`;
