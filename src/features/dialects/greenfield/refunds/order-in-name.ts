// Finds the words in the name of a pull payment that may be the number of an order.

/** The WooCommerce plugin cuts a name after so many bytes. */
const cutAfterBytes = 50;
const mostWords = 40;

/** Quotes, brackets and the like around a word. */
const signs = new Set('"\'“”«»„()[]{}#№,.:!?');

/**
 * Returns the words of a name such as `Refund of order 1042; broken`, each as written and without signs around it. The
 * reason of the refund is left out, because it may name another order. A last word that may have been cut is left out.
 * The plugin translates the words before the number, so all of them are returned.
 */
export function orderWordsIn(name: string): string[] {
  const withoutReason = name.split(/;|\sreason:/u, 1)[0] ?? '';
  const words = withoutReason.split(/\s+/u).filter((word) => word !== '');
  const mayBeCut = withoutReason.length === name.length && Buffer.byteLength(name) >= cutAfterBytes;
  const whole = mayBeCut ? words.slice(0, -1) : words;
  return [...new Set(whole.slice(0, mostWords).flatMap((word) => [word, withoutSigns(word)]))].filter(
    (word) => word !== '',
  );
}

function withoutSigns(word: string): string {
  const characters = [...word];
  const isInner = (character: string) => !signs.has(character);
  return characters.slice(Math.max(characters.findIndex(isInner), 0), characters.findLastIndex(isInner) + 1).join('');
}
