// Dresses the page in the merchant's colour. Set one by one, which the page's policy allows where style attributes are
// forbidden.
import { brandColours } from '../../checkout/rules/brand-colour.ts';

/** Gives the stylesheet its accents for both colour schemes; without a colour it keeps its own. */
export function wearBrand(colour: string | null | undefined): void {
  const colours = brandColours(colour);
  const { style } = document.documentElement;
  for (const scheme of ['light', 'dark'] as const) {
    style.setProperty(`--brand-${scheme}`, colours?.[scheme].accent ?? '');
    style.setProperty(`--brand-${scheme}-ink`, colours?.[scheme].ink ?? '');
  }
}
