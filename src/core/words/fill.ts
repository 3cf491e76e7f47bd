// Fills the places of a text, as its language is read.
import { directionOf } from './languages.ts';

/** First strong isolate, left-to-right isolate, and the end of either. */
const [isolate, leftToRight, endIsolate] = ['\u2068', '\u2066', '\u2069'];

/**
 * 'Pay {price}' with its price. Numbers are written as the language writes them. Right to left, each text that is
 * filled in keeps its own order (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates), and an amount
 * stays before its coin. A place that is not given stays as it is.
 */
export function fill(text: string, places: Readonly<Record<string, string | number>>, language: string): string {
  const isTurned = directionOf(language) === 'rtl';
  const ordered = isTurned ? text.replace('{amount} {coin}', `${leftToRight}$&${endIsolate}`) : text;
  return ordered.replace(/\{([a-z]+)\}/gi, (place, name: string) => {
    const given = places[name];
    if (given === undefined) return place;
    const said = typeof given === 'number' ? new Intl.NumberFormat(language).format(given) : given;
    return isTurned ? `${isolate}${said}${endIsolate}` : said;
  });
}
