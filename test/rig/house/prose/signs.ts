// Counts words that make a sentence hard to read, and sentences that begin with one of them.

/** A sign, and how many of it plain text may have. STYLE.md shows the words that replace it. */
export interface Sign {
  readonly name: string;
  readonly pattern: RegExp;
  /** For 10,000 words; for openers, for 10,000 sentences. */
  readonly goal: number;
}

export const signs = [
  { name: 'openers', pattern: /^(?:What|Who|Whoever|Whatever|Whose|Whom|Of|Those)\b(?!.*\?)/, goal: 50 },
  { name: 'what', pattern: /\bwhat\b/gi, goal: 15 },
  { name: 'tell', pattern: /\b(?:tells?|told|telling)\b/gi, goal: 5 },
  { name: 'whose', pattern: /\b(?:whoever|whatever|whose|whom)\b/gi, goal: 5 },
  { name: 'nobody', pattern: /\b(?:nobody|somebody|anybody)\b/gi, goal: 5 },
  { name: 'beside', pattern: /\b(?:beside|stands?|stood)\b/gi, goal: 2 },
  {
    name: 'those that',
    pattern: /\b(?:those (?:that|who|which|of)|of what|of which|that of|is of|are of)\b/gi,
    goal: 4,
  },
] as const satisfies readonly Sign[];

export type SignName = (typeof signs)[number]['name'];

/** A comment, a paragraph or a text for users, without line breaks. */
export interface Passage {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** A sentence that has a sign. */
export interface Place extends Passage {
  readonly sign: SignName;
}

export interface ProseFigures {
  readonly words: number;
  readonly sentences: number;
  readonly counts: Readonly<Record<SignName, number>>;
  readonly places: readonly Place[];
}

export function countSigns(passages: readonly Passage[]): ProseFigures {
  const sentences = passages.flatMap((passage) => sentencesOf(passage.text).map((text) => ({ ...passage, text })));
  const places = sentences.flatMap((sentence) =>
    signs.flatMap(({ name, pattern }) => {
      const times = pattern.global ? [...sentence.text.matchAll(pattern)].length : Number(pattern.test(sentence.text));
      return Array.from({ length: times }, (): Place => ({ ...sentence, sign: name }));
    }),
  );
  const counts = signs.map(({ name }) => [name, places.filter(({ sign }) => sign === name).length] as const);
  return {
    words: sentences.reduce((sum, { text }) => sum + wordsOf(text), 0),
    sentences: sentences.length,
    counts: Object.fromEntries(counts) as Record<SignName, number>,
    places,
  };
}

/** How many of a sign plain text of this size may have, rounded up. */
export function allowance(sign: Sign, { words, sentences }: Pick<ProseFigures, 'words' | 'sentences'>): number {
  return Math.ceil((sign.goal * (sign.name === 'openers' ? sentences : words)) / 10_000);
}

/** Fewer than three words are no sentence. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;:])\s+/).filter((sentence) => wordsOf(sentence) >= 3);
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
