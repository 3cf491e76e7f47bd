// The console's Mantine theme: the colours, sizes and corners of the checkout.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  rem,
  type VariantColorsResolver,
} from '@mantine/core';
import { words } from '../words/words.ts';

/**
 * From the lightest to the darkest. Index 7 is the green in the light scheme, 3 in the dark one: text on both has a
 * contrast of 4.5:1.
 */
const green: MantineColorsTuple = [
  '#e9f5ef',
  '#d0e9dd',
  '#94d7b8',
  '#56c596',
  '#33ab7b',
  '#1f8c63',
  '#137a54',
  '#0b6b4d',
  '#08543c',
  '#053b2a',
];

const red: MantineColorsTuple = [
  '#fdeae8',
  '#f9d2ce',
  '#ffb9b2',
  '#ff9d95',
  '#e5675e',
  '#cc4239',
  '#b52e26',
  '#a3221c',
  '#7f1914',
  '#5a110d',
];

const amber: MantineColorsTuple = [
  '#fdf1d8',
  '#fae4b4',
  '#f6d58c',
  '#f0c36b',
  '#d79c2f',
  '#b07a14',
  '#945f06',
  '#7a4b00',
  '#5e3a00',
  '#412800',
];

/** The text and backgrounds of the dark scheme, in place of Mantine's greys: fields and menus use these. */
const dark: MantineColorsTuple = [
  '#eceee9',
  '#c9cec8',
  '#a7aea6',
  '#7a827a',
  '#4a514b',
  '#343a35',
  '#232824',
  '#1c201d',
  '#171b18',
  '#131613',
];

const sizes = { fine: rem(13), text: rem(15), large: rem(17), title: rem(22), display: rem(28), huge: rem(40) };

/** Text on filled components: Mantine chooses it for the light scheme only, and keeps it in the dark one. */
const readableVariants: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colours, color: 'var(--q-on-filled)' } : colours;
};

export const theme = createTheme({
  variantColorResolver: readableVariants,
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { green, red, amber, dark },
  white: '#ffffff',
  black: '#191c19',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, monospace",
  fontSizes: { xs: sizes.fine, sm: sizes.text, md: sizes.text, lg: sizes.large, xl: sizes.title },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.15' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(10), lg: rem(14), xl: rem(20) },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: sizes.display, lineHeight: '1.15' },
      h2: { fontSize: sizes.title, lineHeight: '1.15' },
      h3: { fontSize: sizes.large, lineHeight: '1.45' },
      h4: { fontSize: sizes.text, lineHeight: '1.45' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600, size: 'lg' } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 'sm' } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // Dialog headers are no banners of the page: two dialogs may be open at once.
    Modal: { defaultProps: { centered: true, radius: 'lg', attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Anchor: { defaultProps: { underline: 'always' } },
    // A function, since the texts are not loaded yet when this file is.
    Notification: { defaultProps: () => ({ closeButtonProps: { 'aria-label': words.common.close } }) },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** Backgrounds, text colours and hairlines in both schemes, also under the names that Mantine's components use. */
export const colourVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...scheme({
      paper: '#f4f2ec',
      sheet: '#ffffff',
      ink: '#191c19',
      soft: '#5a605a',
      line: '#dcd9cf',
      field: '#868b84',
    }),
    '--mantine-color-error': '#a3221c',
    ...washes({ red: '#fdeae8', amber: '#fdf1d8', green: '#e9f5ef' }),
    '--q-hover': '#f1efe8',
    '--q-on-filled': '#ffffff',
  },
  dark: {
    ...scheme({
      paper: '#131613',
      sheet: '#1c201d',
      ink: '#eceee9',
      soft: '#a7aea6',
      line: '#343a35',
      field: '#7a827a',
    }),
    '--mantine-color-error': '#ff9d95',
    ...washes({ red: '#3a1f1d', amber: '#332a15', green: '#1d3229', gray: '#2b312c' }),
    '--q-hover': '#252a26',
    '--q-on-filled': '#06170f',
  },
});

/** The background of notes and badges, paler than Mantine's own. */
function washes(colours: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).map(([name, wash]) => [`--mantine-color-${name}-light`, wash]));
}

interface Colours {
  readonly paper: string;
  readonly sheet: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly field: string;
}

function scheme({ paper, sheet, ink, soft, line, field }: Colours): Record<string, string> {
  return {
    '--q-paper': paper,
    '--q-sheet': sheet,
    '--q-ink': ink,
    '--q-soft': soft,
    '--q-line': line,
    '--q-field': field,
    '--mantine-color-body': sheet,
    '--mantine-color-text': ink,
    '--mantine-color-bright': ink,
    '--mantine-color-dimmed': soft,
    '--mantine-color-placeholder': soft,
    '--mantine-color-default': sheet,
    '--mantine-color-default-color': ink,
    '--mantine-color-default-border': field,
    '--mantine-color-default-hover': `color-mix(in srgb, ${ink} 5%, ${sheet})`,
  };
}
