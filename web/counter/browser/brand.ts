// Applies the merchant's colour to the page. Properties are set one by one, which the page's content security policy
// allows, unlike style attributes.
import { brandColours } from '../../checkout/rules/brand-colour.ts';

/** Sets the stylesheet's accents for both colour schemes; without a colour the defaults stay. */
export function wearBrand(colour: string | null | undefined): void {
  const colours = brandColours(colour);
  const { style } = document.documentElement;
  for (const scheme of ['light', 'dark'] as const) {
    style.setProperty(`--brand-${scheme}`, colours?.[scheme].accent ?? '');
    style.setProperty(`--brand-${scheme}-ink`, colours?.[scheme].ink ?? '');
  }
}
