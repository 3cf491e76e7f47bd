// Tells what could spend somebody's money, so that it can be refused before it is stored, logged or answered.

/**
 * Whether a text that should be an address or an extended public key is, or contains, a private one: an extended
 * private key (alone or in a descriptor), WIF, an encrypted key (BIP-38, keystore, PEM), a bare key in hex or base58,
 * or a seed phrase. It judges by shape alone and errs on the side of yes: no address or public key has these shapes,
 * and a mistyped private key is still nearly a private key.
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
 * Whether a text may be a private key or a seed phrase that is not whole yet, as while it is typed: several words, or
 * more than an address has of a key that is shorter than an extended one. A page keeps it to itself.
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
  // BIP-32 and SLIP-132 (xprv, yprv, zprv, tprv, uprv, vprv and their multisignature kin), and what Litecoin and
  // Dogecoin made of it.
  new RegExp(`^(?:[xyztuvYZUV]prv|[LMt]tpv|dgpv)${base58}{20,}$`),
  // WIF of Bitcoin, Litecoin, Dogecoin, and of their test networks: 51 or 52 characters, as no address has.
  new RegExp(`^[5KL9cT6Q]${base58}{50,51}$`),
  // BIP-38.
  new RegExp(`^6P${base58}{56}$`),
  // An ed25519 secret with its public half, as Solana's wallets export it.
  new RegExp(`^${base58}{87,88}$`),
  // 32 bytes in hex, or 64; EVM and TRON addresses have 20 or 21.
  /^(?:0[xX])?(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{128})$/,
];

/** Addresses have at most 42 digits in hex, and at most 36 characters in base58; those of Bech32 have one case. */
const unfinishedKeys: readonly RegExp[] = [
  /^(?:0[xX])?[0-9a-fA-F]{43,}$/,
  new RegExp(`^(?=.*[A-Z])(?=.*[a-z])${base58}{37,89}$`),
  /^[a-zA-Z]{1,4}(?:prv|tpv)/,
];

/** A field of a wallet's file that holds a secret, sealed or not; an empty one says that the file is watch-only. */
const secretNames = 'xprv|seed|seed_?phrase|mnemonic|words|passphrase|priv(?:ate)?_?key|EncryptedSecret|secret';
const secretField = new RegExp(`"(?:${secretNames})"\\s*:\\s*(?:"[^"]|\\[\\s*[^\\s\\]])`, 'i');

/** The texts and lists of a wallet's file (JSON): a phrase in it stands among other words. */
function piecesOf(text: string): string[] {
  const lists = [...text.matchAll(/\[([^[\]{}]*)\]/g)].map(([, list]) => (list ?? '').replace(/["']/g, ' '));
  return [...text.split(/["{}[\]=:]+|\r?\n/), ...lists];
}

/** BIP-39 has 12 to 24 words, others up to 25; in any language, numbered or not. Nothing else here is a dozen words. */
function isSeedPhrase(text: string): boolean {
  const words = text.split(/[\s.,;:()|/-]+/u).filter((word) => !/^\d*$/.test(word));
  return words.length >= 12 && words.length <= 26 && words.every((word) => /^\p{L}[\p{L}\p{M}]{0,11}$/u.test(word));
}
