// Reads the locale files for a build, which must not carry a faulty one.
import { localeFaults } from './locale-faults.ts';
import { type Locale, localesDirectory, readLocales } from './locale-file.ts';

const mostNamed = 10;

/**
 * All locales of `directory`, as `readLocales` returns them. Throws Error with the first faults where a message is
 * missing, unknown, or no correct translation of the English one.
 */
export function checkedLocales(directory: string = localesDirectory): Locale[] {
  const locales = readLocales(directory);
  const source = locales[0] as Locale;
  const faults = locales.flatMap((locale) =>
    localeFaults(locale, source).map((fault) => `locales/${locale.code}.json: ${fault}`),
  );
  if (faults.length === 0) return locales;
  const more = faults.length > mostNamed ? [`and ${faults.length - mostNamed} more`] : [];
  throw new Error([...faults.slice(0, mostNamed), ...more, '`npm run locales` lists all.'].join('\n'));
}
