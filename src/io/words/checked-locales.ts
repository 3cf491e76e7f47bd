// Reads the locale files for a build, which must not contain invalid ones.
import { localeFaults } from './locale-faults.ts';
import { type Locale, localesDirectory, readLocales } from './locale-file.ts';

const mostNamed = 10;

/**
 * Returns all locales of `directory`, like `readLocales`. Throws Error with the first faults if a message is missing,
 * unknown, or an invalid translation of the English one.
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
