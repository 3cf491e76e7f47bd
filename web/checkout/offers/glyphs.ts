// Icons of coins and networks: our own sign on a coloured disc, always next to the name.

export interface Glyph {
  /**
   * The disc's colour as #rrggbb, with a contrast of at least 3:1 to its sign and to the page in both colour schemes.
   */
  readonly tint: string;
  /** In a square of 24 by 24, drawn in white. */
  readonly path: string;
  /** Filled rather than stroked. */
  readonly solid?: true;
}

const ether: Glyph = {
  tint: '#6276d6',
  path: 'M12 3l5.6 9.2L12 15.6l-5.6-3.4zM12 17.2l5.6-3.6L12 21l-5.6-7.4z',
  solid: true,
};
const bitcoin: Glyph = {
  tint: '#d2700a',
  path: 'M9 6h4.2a3 3 0 010 6H9zm0 6h5a3 3 0 010 6H9zM9 6H7m2 12H7M10.5 4v2m3-2v2m-3 12v2m3-2v2',
};
const litecoin: Glyph = { tint: '#68778d', path: 'M11 5L8 18h8.5M7 14l7-3.5' };
const dogecoin: Glyph = { tint: '#9a7f2b', path: 'M9 6h3a6 6 0 010 12H9zM6.5 12H12' };
const tron: Glyph = { tint: '#dc3a33', path: 'M5 5.5l10.5 2L19 11l-8 8.5zM5 5.5l7 6.5 3.5-4.5M12 12l7-1m-7 1l-1 7.5' };
const bnb: Glyph = {
  tint: '#a67a00',
  path: 'M12 4l3 3-3 3-3-3zm-5 5l3 3-3 3-3-3zm10 0l3 3-3 3-3-3zm-5 1l2 2-2 2-2-2zm0 4l3 3-3 3-3-3z',
  solid: true,
};
const polygon: Glyph = {
  tint: '#8a5cf0',
  path: 'M8.2 7l3.8 2.2v4.4l-3.8 2.2-3.8-2.2V9.2zM12 13.6V10.4m3.8-2.2l3.8 2.2v4.4L15.8 17 12 14.8',
};
const avalanche: Glyph = {
  tint: '#de4545',
  path: 'M11 5.5a1.2 1.2 0 012 0l2 3.6L9.8 18H5.4a1 1 0 01-.9-1.6zM16 12l3.4 6h-6.8z',
  solid: true,
};
const gnosis: Glyph = {
  tint: '#4a8a63',
  path: 'M6.5 7.5a7.5 7.5 0 0011 0M5 10a5 5 0 007 5.5A5 5 0 0019 10M12 15.5V19',
};
const tether: Glyph = {
  tint: '#1f9674',
  path: 'M6 6h12v3h-4.4v2c3 .2 5 .8 5 1.6s-2 1.4-5 1.6V19h-3.2v-4.8c-3-.2-5-.8-5-1.6s2-1.4 5-1.6V9H6z',
  solid: true,
};
const usdCoin: Glyph = {
  tint: '#3d7dd0',
  path:
    'M9 5.5a7 7 0 000 13m6-13a7 7 0 010 13M14 10c-1-2-4.3-2-4.3.3 0 2.5 4.6 1.2 4.6 3.6 0 2-4 2-4.7-.3M12 ' +
    '7v1.3m0 7.4V17',
};
const dai: Glyph = { tint: '#b17a1a', path: 'M9 6h3a6 6 0 010 12H9zM6 10.5h12.5M6 13.5h12.5' };
const euroCoin: Glyph = { tint: '#4a76d8', path: 'M16.5 8A5.4 5.4 0 008 12a5.4 5.4 0 008.5 4M5.5 10.8h8m-8 2.6h7' };
const base: Glyph = { tint: '#3c74ff', path: 'M5.1 11a7 7 0 110 2H14v-2z', solid: true };
const arbitrum: Glyph = { tint: '#3583bd', path: 'M12 4l7 4v8l-7 4-7-4V8zM9.5 15.5l3-7m1.3 7l1.6-3.8' };
const optimism: Glyph = { tint: '#e63a44', path: 'M8 9c-3.4 0-3.4 6 0 6s3.4-6 0-6zm6.5 6V9H17a2 2 0 010 4h-2.5' };
const linea: Glyph = { tint: '#747b85', path: 'M7 7v10h9M16 7.5v1' };
/** For a network that is not in the tables, such as a private one. */
const other: Glyph = {
  tint: '#747b85',
  path: 'M10 14l4-4M9 11l-2 2a2.8 2.8 0 004 4l2-2m2-2l2-2a2.8 2.8 0 00-4-4l-2 2',
};

/** By the coin's symbol. */
export const coinGlyphs: Readonly<Record<string, Glyph>> = {
  ETH: ether,
  BTC: bitcoin,
  LTC: litecoin,
  DOGE: dogecoin,
  TRX: tron,
  BNB: bnb,
  POL: polygon,
  AVAX: avalanche,
  XDAI: gnosis,
  USDT: tether,
  USDT0: tether,
  USDC: usdCoin,
  DAI: dai,
  EURC: euroCoin,
};

/** By the beginning of the network's key, which a test network shares with its production network. */
const networkGlyphs: Readonly<Record<string, Glyph>> = {
  ethereum: ether,
  sepolia: ether,
  bitcoin,
  litecoin,
  dogecoin,
  tron,
  nile: tron,
  shasta: tron,
  bsc: bnb,
  polygon,
  avalanche,
  gnosis,
  base,
  arbitrum,
  optimism,
  linea,
};

export function networkGlyph(symbol: string): Glyph {
  return networkGlyphs[symbol.split('-')[0] as string] ?? other;
}

/** All icons, for tests. */
export const allGlyphs: readonly Glyph[] = [...Object.values(coinGlyphs), ...Object.values(networkGlyphs), other];
