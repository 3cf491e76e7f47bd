// Parses CSS colors in one color scheme, and computes the contrast between two colors.

export type Rgb = readonly [red: number, green: number, blue: number];
export type Scheme = 'light' | 'dark';
/** Custom properties as declared, by name. */
export type Variables = ReadonlyMap<string, string>;

/**
 * Returns the color of a value; null if it is inherited (inherit, none, currentColor) or a system color. A half
 * transparent color is blended with `under`. Throws on a value that it cannot parse.
 */
export function colourOf(value: string, variables: Variables, under: Rgb): Rgb | null {
  const text = value.trim().toLowerCase();
  if (/^(?:none|inherit|transparent|currentcolor|canvas|canvastext)$/.test(text)) return null;
  const [, name, , fallback] = /^var\((--[\w-]+)(,(.*))?\)$/s.exec(text) ?? [];
  if (name !== undefined) {
    const declared = variables.get(name) ?? fallback;
    if (declared === undefined) throw new Error(`No color scheme defines ${name}.`);
    return colourOf(declared, variables, under);
  }
  const [, from, share, to] = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) {
    const [over, below] = [colourOf(from, variables, under), colourOf(to, variables, under)];
    if (over !== null && below !== null) return mix(below, over, Number(share) / 100);
  }
  const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(text);
  if (parts !== null) {
    return mix(under, [Number(parts[1]), Number(parts[2]), Number(parts[3])], Number(parts[4]));
  }
  const hex = /^#(?:([\da-f]{3})|([\da-f]{6}))$/.exec(text);
  if (hex === null) throw new Error(`${value} is no colour that this can read.`);
  const long = hex[2] ?? [...(hex[1] ?? '')].map((one) => one + one).join('');
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(below: Rgb, over: Rgb, share: number): Rgb {
  const between = (index: 0 | 1 | 2): number => below[index] + (over[index] - below[index]) * share;
  return [between(0), between(1), between(2)];
}
