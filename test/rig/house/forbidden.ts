// The patterns of code that is forbidden in the source.

/** Clock, randomness, network and console, which core gets as arguments. */
export const impure = anyOf(
  /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/,
  /\bMath\.random\(|\brandomUUID\(|\bgetRandomValues\(/,
  /\bfetch\(|\bsetTimeout\(|\bsetInterval\(|\bprocess\.|\bconsole\./,
);

const toNumber = /\b(?:Number|parseFloat|parseInt|Number\.parseFloat|Number\.parseInt)/.source;
const money = 'amount units total paid price balance received credited quoted wei pending tolerance remaining';
/** Money that is converted to a floating-point number. */
export const floatingMoney = new RegExp(
  `${toNumber}\\([^()]*(?:${money.replaceAll(' ', '|')})\\b[^()]*\\)|\\.toFixed\\(|\\bparseFloat\\(`,
  'gi',
);

/** Tests that are skipped, left for later, or run alone. */
export const leftOutTests = anyOf(
  /\b(?:test|it|describe|suite|t)\.(?:skip|todo|only)\(/,
  /\{[^{}]*\b(?:skip|todo|only): (?!undefined)[^{}]*\}, (?:async )?\(/,
);

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}
