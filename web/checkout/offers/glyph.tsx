// The icon of a coin or network. Hidden from screen readers, since the name is always next to it.
import { coinGlyphs, type Glyph, networkGlyph } from './glyphs.ts';

export function CoinSign({ symbol }: { symbol: string }) {
  const glyph = coinGlyphs[symbol];
  if (glyph !== undefined) return <Sign glyph={glyph} />;
  return (
    <span class="sign letters" aria-hidden="true">
      {symbol.slice(0, 4)}
    </span>
  );
}

export function NetworkSign({ symbol }: { symbol: string }) {
  return <Sign glyph={networkGlyph(symbol)} />;
}

function Sign({ glyph }: { glyph: Glyph }) {
  const ink = glyph.solid ? { fill: '#fff' } : { fill: 'none', stroke: '#fff', 'stroke-width': 1.8 };
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={glyph.tint} />
      <path d={glyph.path} stroke-linejoin="round" stroke-linecap="round" {...ink} />
    </svg>
  );
}
