// What a pasted text is: an address or an extended public key, and of which chain families. Only its shape is looked
// at; the service decides whether it is right.

export type Family = 'EVM' | 'TRON' | 'UTXO' | 'SVM';

export interface Recognised {
  readonly kind: 'address' | 'xpub';
  /** Of an extended public key several, since its shape does not tell. */
  readonly families: readonly Family[];
  /** Whether, on a network of Bitcoin's kin, it must be said which kind of addresses it means. */
  readonly needsScript: boolean;
  /** Whether it may hold several accounts, of which the kind of addresses chooses one. */
  readonly mayHoldSeveral?: true;
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';
/** The rest of a key behind its prefix, with the path that wallets write behind it. */
const range = `${base58}{100,110}(?:/(?:\\d+|<\\d+;\\d+>))*(?:/\\*)?$`;
/** An origin in brackets, with purpose and coin. */
const accountOrigin = (purpose: number, coin: number) => `\\[[0-9a-fA-F]{8}/${purpose}['h’]/${coin}['h’][^\\]]*\\]`;

const shapes: readonly (readonly [RegExp, Recognised])[] = [
  [/^0x[0-9a-f]{40}$/i, { kind: 'address', families: ['EVM'], needsScript: false }],
  [new RegExp(`^T${base58}{33}$`), { kind: 'address', families: ['TRON'], needsScript: false }],
  [/^(?:bc|tb|bcrt|ltc|tltc|rltc)1[0-9a-z]{20,87}$/i, { kind: 'address', families: ['UTXO'], needsScript: false }],
  [/^(?:pkh|wpkh|sh|wsh|tr)\(.+\)(?:#[0-9a-z]{8})?$/is, { kind: 'xpub', families: ['UTXO'], needsScript: false }],
  [
    /^(?:[{#]|\[[{"]|\w[\w ]*:\s.*^policy:)/ims,
    { kind: 'xpub', families: ['UTXO'], needsScript: false, mayHoldSeveral: true },
  ],
  [new RegExp(`^${accountOrigin(44, 60)}[xt]pub${range}`), { kind: 'xpub', families: ['EVM'], needsScript: false }],
  [new RegExp(`^${accountOrigin(44, 195)}[xt]pub${range}`), { kind: 'xpub', families: ['TRON'], needsScript: false }],
  [
    new RegExp(`^\\[[0-9a-f]{8}/\\d+['h’].*\\][A-Za-z]{4}${range}`, 'i'),
    { kind: 'xpub', families: ['UTXO'], needsScript: false },
  ],
  [new RegExp(`^[yzuv]pub${range}`), { kind: 'xpub', families: ['UTXO'], needsScript: false }],
  [new RegExp(`^[xt]pub${range}`), { kind: 'xpub', families: ['EVM', 'TRON', 'UTXO'], needsScript: true }],
  [
    new RegExp(`^(?:Ltub|Mtub|ttub|dgub|tgub)${base58}{100,110}$`),
    { kind: 'xpub', families: ['UTXO'], needsScript: true },
  ],
  [new RegExp(`^[123mnLMQDA9]${base58}{25,34}$`), { kind: 'address', families: ['UTXO'], needsScript: false }],
];

/** null: it has the shape of nothing that one can be paid at. */
export function recognise(text: string): Recognised | null {
  const trimmed = text.trim();
  const [, inside = trimmed] = /^["'`“‘](.*)["'`”’]$/s.exec(trimmed) ?? [];
  return shapes.find(([shape]) => shape.test(inside.trim()))?.[1] ?? null;
}
