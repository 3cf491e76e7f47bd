// The first four bytes of an extended key, which name its chains and its kind of address (SLIP-132).
import type { KeyRealm } from '../params.ts';

/** The kinds of addresses that wallets derive, each with its function in BIP-381, BIP-382 and BIP-386. */
export type KeyScript = 'pkh' | 'sh(wpkh)' | 'wpkh' | 'tr';

export interface VersionMeaning {
  readonly realm: KeyRealm;
  /** Null for cosigners' keys of multisig wallets (Ypub, Zpub and their variants). */
  readonly script: KeyScript | null;
  /** For a key of a multisig wallet: the output that contains the wallet's scripts. */
  readonly wrap?: 'wsh' | 'sh(wsh)';
  /** Whether the version fixes the kind of address; xpub and tpub leave it open within a descriptor. */
  readonly binding: boolean;
  /**
   * The only coin with wallets that write this version, and its first letters. Absent for Bitcoin's own versions, which
   * wallets of all coins write.
   */
  readonly of?: { readonly coin: CoinName; readonly prefix: string };
}

/** The coins of the family, as their payment links name them. */
export type CoinName = 'bitcoin' | 'litecoin' | 'dogecoin';

/** The second step of account paths (BIP-44), hardened, from SLIP-44's registry; 1 belongs to all test networks. */
export const coinTypes: ReadonlyMap<number, CoinName> = new Map([
  [0, 'bitcoin'],
  [2, 'litecoin'],
  [3, 'dogecoin'],
]);

/** SLIP-132's registry, with the versions of Litecoin's and Dogecoin's own nodes. */
export const versionMeanings: ReadonlyMap<number, VersionMeaning> = new Map([
  [0x0488b21e, { realm: 'main', script: 'pkh', binding: false }], // xpub
  [0x049d7cb2, { realm: 'main', script: 'sh(wpkh)', binding: true }], // ypub
  [0x04b24746, { realm: 'main', script: 'wpkh', binding: true }], // zpub
  [0x0295b43f, { realm: 'main', script: null, binding: true, wrap: 'sh(wsh)' }], // Ypub
  [0x02aa7ed3, { realm: 'main', script: null, binding: true, wrap: 'wsh' }], // Zpub
  [0x019da462, { realm: 'main', script: 'pkh', binding: false, of: { coin: 'litecoin', prefix: 'Ltub' } }],
  [0x01b26ef6, { realm: 'main', script: 'sh(wpkh)', binding: true, of: { coin: 'litecoin', prefix: 'Mtub' } }],
  [0x02facafd, { realm: 'main', script: 'pkh', binding: false, of: { coin: 'dogecoin', prefix: 'dgub' } }],
  [0x043587cf, { realm: 'test', script: 'pkh', binding: false }], // tpub
  [0x044a5262, { realm: 'test', script: 'sh(wpkh)', binding: true }], // upub
  [0x045f1cf6, { realm: 'test', script: 'wpkh', binding: true }], // vpub
  [0x024289ef, { realm: 'test', script: null, binding: true, wrap: 'sh(wsh)' }], // Upub
  [0x02575483, { realm: 'test', script: null, binding: true, wrap: 'wsh' }], // Vpub
  [0x0436f6e1, { realm: 'test', script: 'pkh', binding: false, of: { coin: 'litecoin', prefix: 'ttub' } }],
]);

/**
 * The version with which a key is written here, by its network type: SLIP-132's for the kinds that have one, BIP-32's
 * within a descriptor.
 */
export const writtenVersions: Readonly<Record<KeyRealm, Readonly<Record<KeyScript, number>>>> = {
  main: { pkh: 0x0488b21e, 'sh(wpkh)': 0x049d7cb2, wpkh: 0x04b24746, tr: 0x0488b21e },
  test: { pkh: 0x043587cf, 'sh(wpkh)': 0x044a5262, wpkh: 0x045f1cf6, tr: 0x043587cf },
};

/** xprv, yprv, zprv, Yprv, Zprv, tprv, uprv, vprv, Uprv, Vprv, Ltpv, Mtpv, ttpv and dgpv. */
export const privateVersions: ReadonlySet<number> = new Set([
  ...[0x0488ade4, 0x049d7878, 0x04b2430c, 0x0295b005, 0x02aa7a99, 0x04358394, 0x044a4e28, 0x045f18bc, 0x024285b5],
  ...[0x02575048, 0x019d9cfe, 0x01b26792, 0x0436ef7d, 0x02fac398],
]);
