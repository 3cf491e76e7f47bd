// Whether a password would soon be guessed (zxcvbn), the library and its word lists loaded when somebody first chooses
// one.

/**
 * At least 10^6 guesses (NIST SP 800-63B §3.2.2 asks the limits of a sign-in to make up for the rest): with ten wrong
 * ones in a quarter of an hour that is years. Eight random characters pass, which the next score would refuse.
 */
const leastScore = 2;
/** The library's time grows steeply with the length. A password whose beginning is strong is strong. */
const lookedAt = 24;

let loading: ReturnType<typeof load> | null = null;

/**
 * A sentence that says why a password is too easy to guess, or null. words: what a guesser would try first with this
 * person, as the parts of the address.
 */
export async function whyGuessable(password: string, words: readonly string[]): Promise<string | null> {
  loading ??= load();
  const { score, feedback } = (await loading).check(password.slice(0, lookedAt), ['quittance', ...words]);
  if (score >= leastScore) return null;
  return feedback.warning ?? 'It would soon be guessed. Take more words, or characters at random.';
}

/** The parts of an e-mail address, and the whole. */
export function wordsOfEmail(email: string): string[] {
  return [email, ...email.split(/[^A-Za-z0-9]+/)].filter((word) => word.length > 2);
}

async function load() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: lookedAt,
    l33tMaxSubstitutions: 10,
  });
}
