// Estimates how easily a password can be guessed (zxcvbn). The library and its word lists are loaded at the first use.

/**
 * At least 10^6 guesses. The rate limit makes up for the rest (NIST SP 800-63B §3.2.2): at ten wrong attempts per
 * quarter of an hour, this takes years. Eight random characters reach this score, but not the next one.
 */
const leastScore = 2;
/** The library's time grows steeply with the length. A password with a strong beginning is strong. */
const lookedAt = 24;

let loading: ReturnType<typeof load> | null = null;

/**
 * Returns a sentence that explains why the password is too easy to guess, or null. `words` are likely guesses for this
 * person, such as parts of their address.
 */
export async function whyGuessable(password: string, words: readonly string[]): Promise<string | null> {
  loading ??= load();
  const { score, feedback } = (await loading).check(password.slice(0, lookedAt), ['quittance', ...words]);
  if (score >= leastScore) return null;
  return feedback.warning ?? 'It is easy to guess. Use more words, or random characters.';
}

/** Returns the parts of an e-mail address, and the whole address. */
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
