// Anchors of headings, in the same form as on GitHub.

/** The anchor of one heading: lower case, hyphens for spaces, without punctuation. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Anchors in the order of the headings. Repeated headings get a number. */
export function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>();
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => numbered(anchorOf(heading), counts));
}

/** The anchor itself for the first occurrence, then with -1, -2… */
export function numbered(anchor: string, counts: Map<string, number>): string {
  const count = counts.get(anchor) ?? 0;
  counts.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
