// Detects private keys and seed phrases, so that they can be refused before they are stored, logged or returned.

/**
 * Whether a text that should be an address or an extended public key is, or contains, a private key: an extended
 * private key (alone or in a descriptor), WIF, an encrypted key (BIP-38, keystore, PEM), a bare key in hex or base58,
 * or a seed phrase. Only the form is checked, and a doubtful text counts as private. No address or public key has these
 * forms, and a mistyped private key still reveals most of the key.
 */
export function looksPrivate(text: string): boolean {
  const plain = text.normalize('NFKC');
  if (/PRIVATE KEY|"ciphertext"/i.test(plain) || secretField.test(plain)) return true;
  return (
    isSeedPhrase(plain) ||
    piecesOf(plain).some(isSeedPhrase) ||
    plain.split(/[^A-Za-z0-9]+/).some((word) => privateWords.some((shape) => shape.test(word)))
  );
}

/**
 * Whether a text may be the beginning of a private key or seed phrase, as while it is typed: several words, or a key
 * longer than any address but shorter than an extended key. A page must not send such a text.
 */
export function looksPartlyPrivate(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .trim()
    .split(/[\s.,;:|-]+/u)
    .filter((word) => !/^\d*$/.test(word));
  if (words.length > 1 && words.every((word) => /^\p{L}[\p{L}\p{M}]{0,11}$/u.test(word))) return true;
  const [word = '', ...more] = words;
  return more.length === 0 && unfinishedKeys.some((shape) => shape.test(word));
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';

const privateWords: readonly RegExp[] = [
  // BIP-32 and SLIP-132 (xprv, yprv, zprv, tprv, uprv, vprv and their multisignature variants), with the prefixes of
  // Litecoin and Dogecoin.
  new RegExp(`^(?:[xyztuvYZUV]prv|[LMt]tpv|dgpv)${base58}{20,}$`),
  // WIF of Bitcoin, Litecoin, Dogecoin and their test networks: 51 or 52 characters, longer than any address.
  new RegExp(`^[5KL9cT6Q]${base58}{50,51}$`),
  // BIP-38.
  new RegExp(`^6P${base58}{56}$`),
  // An ed25519 secret key with its public half, in the export format of Solana's wallets.
  new RegExp(`^${base58}{87,88}$`),
  // 32 bytes in hex, or 64; EVM and TRON addresses have 20 or 21.
  /^(?:0[xX])?(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{128})$/,
];

/** Addresses have at most 42 hex digits, or at most 36 characters of base58. Bech32 addresses have one case. */
const unfinishedKeys: readonly RegExp[] = [
  /^(?:0[xX])?[0-9a-fA-F]{43,}$/,
  new RegExp(`^(?=.*[A-Z])(?=.*[a-z])${base58}{37,89}$`),
  /^[a-zA-Z]{1,4}(?:prv|tpv)/,
];

/** A field of a wallet file that holds a secret, encrypted or not. An empty one means that the file is watch-only. */
const secretNames = 'xprv|seed|seed_?phrase|mnemonic|words|passphrase|priv(?:ate)?_?key|EncryptedSecret|secret';
const secretField = new RegExp(`"(?:${secretNames})"\\s*:\\s*(?:"[^"]|\\[\\s*[^\\s\\]])`, 'i');

/** The texts and lists within a wallet file (JSON), where a seed phrase is mixed with other words. */
function piecesOf(text: string): string[] {
  const lists = [...text.matchAll(/\[([^[\]{}]*)\]/g)].map(([, list]) => (list ?? '').replace(/["']/g, ' '));
  return [...text.split(/["{}[\]=:]+|\r?\n/), ...lists];
}

/**
 * BIP-39 phrases have 12 to 24 words and others up to 25, in any language, numbered or not. No other accepted text has
 * a dozen words.
 */
function isSeedPhrase(text: string): boolean {
  const words = text.split(/[\s.,;:()|/-]+/u).filter((word) => !/^\d*$/.test(word));
  return words.length >= 12 && words.length <= 26 && words.every((word) => /^\p{L}[\p{L}\p{M}]{0,11}$/u.test(word));
}
