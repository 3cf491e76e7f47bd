// The merchant's colour, moved only as far as needed to be readable: darker in the light scheme, lighter in the dark
// one.

export interface BrandColour {
  /** The colour of links, buttons and borders, as #rrggbb. */
  readonly accent: string;
  /** The colour of text on the accent. */
  readonly ink: string;
}

/** For a light and a dark page; null if the text is no #rrggbb. Contrast is at least 4.5 (WCAG 2.2, 1.4.3). */
export function brandColours(colour: string | null | undefined): { light: BrandColour; dark: BrandColour } | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour ?? '');
  if (parts === null) return null;
  const wanted: Colour = [channel(parts[1]), channel(parts[2]), channel(parts[3])];
  return { light: readable(wanted, lightPage), dark: readable(wanted, darkPage) };
}

type Colour = readonly [red: number, green: number, blue: number];

/**
 * The backgrounds of the accent, as in style/ground.css: sheet, paper, and the sheet with `wash` of the accent mixed
 * in.
 */
interface Surfaces {
  readonly sheet: Colour;
  readonly paper: Colour;
  readonly wash: number;
  /** The colour that the accent moves towards. */
  readonly towards: Colour;
}

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
const lightPage: Surfaces = { sheet: white, paper: [0xf4, 0xf2, 0xec], wash: 0.1, towards: black };
const darkPage: Surfaces = { sheet: [0x1c, 0x20, 0x1d], paper: [0x13, 0x16, 0x13], wash: 0.15, towards: white };

function readable(wanted: Colour, { sheet, paper, wash, towards }: Surfaces): BrandColour {
  let accent = wanted;
  for (let step = 1; step <= 20; step++) {
    if ([sheet, paper, mix(sheet, accent, wash)].every((ground) => contrast(accent, ground) >= 4.5)) break;
    accent = mix(wanted, towards, step / 20);
  }
  return { accent: text(accent), ink: contrast(accent, white) >= contrast(accent, black) ? '#ffffff' : '#000000' };
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [between(0), between(1), between(2)];
}

function contrast(a: Colour, b: Colour): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([red, green, blue]: Colour): number {
  const linear = (value: number): number => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function text(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function channel(hex: string | undefined): number {
  return Number.parseInt(hex ?? '', 16);
}
