// The representatives of the TRON stand-in: 27 keys that sign its blocks, and their elections.
import { createHash, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { privateKeyToAddress } from 'viem/accounts';
import type { Json } from '../client.ts';
import { type HeaderData, headerDigest } from './block-header.ts';

/** Address in 41-hex. */
interface Representative {
  readonly address: string;
  readonly key: Buffer;
}

/**
 * The signer of later blocks: the representative whose turn it is, an unelected key, or an unelected key in that
 * representative's name.
 */
export type SignedBy = 'elected' | 'stranger' | 'wrong_key';

export class Representatives {
  #elected: readonly Representative[] = Array.from({ length: 27 }, (_, at) => representative(`representative ${at}`));
  readonly #stranger = representative('nobody');
  /** By representative, the key that signs in its place. */
  readonly #delegates = new Map<string, Representative>();
  #turn = 0;
  /** The next count of votes is hours away, so that no test runs into one. */
  readonly termEndsAt = Date.now() + 5 * 3_600_000;
  signedBy: SignedBy = 'elected';

  /** In strict rotation, so that two branches never contain the same block. */
  next(): Representative {
    this.#turn += 1;
    return this.signedBy === 'stranger' ? this.#stranger : (this.#elected[this.#turn % 27] as Representative);
  }

  sign({ address, key }: Representative, data: HeaderData): string {
    const signer = this.signedBy === 'wrong_key' ? this.#stranger.key : (this.#delegates.get(address)?.key ?? key);
    const [recovery, ...scalars] = secp256k1.sign(headerDigest(data), signer, { prehash: false, format: 'recovered' });
    return Buffer.from([...scalars, recovery ?? 0]).toString('hex');
  }

  /** Replaces all other representatives. */
  electOthers(): void {
    this.#elected = Array.from({ length: 27 }, () => representative(randomBytes(8).toString('hex')));
  }

  /** Each delegates the signing of later blocks to another key. */
  delegateKeys(): void {
    for (const { address } of this.#elected) this.#delegates.set(address, representative(`${address} delegated`));
  }

  /** Canonical addresses of the elected representatives and of their delegated keys. */
  addresses(): string[] {
    const keys = this.#elected.flatMap(({ address }) => this.#delegates.get(address)?.address ?? []);
    return [...this.#elected.map(({ address }) => address), ...keys].map((address) => `0x${address.slice(2)}`);
  }

  /** In the format of /wallet/listwitnesses: active representatives and one candidate. `others`: invented ones. */
  list(others: boolean): Json {
    const jobs = others ? this.#elected.map(({ address }) => representative(`other ${address}`)) : this.#elected;
    const told = jobs.map(({ address }) => ({ address, voteCount: 9_000, url: 'https://sr.example', isJobs: true }));
    return { witnesses: [...told, { address: this.#stranger.address, voteCount: 1, url: 'https://nobody.example' }] };
  }

  /** The response of /wallet/getaccount for one of them. */
  accountOf(address: string): Json | null {
    const isOne = this.#elected.some((one) => one.address === address);
    if (!isOne) return null;
    const delegate = this.#delegates.get(address);
    if (delegate === undefined) return { address, is_witness: true };
    const keys = [{ address: delegate.address, weight: 1 }];
    const witness_permission = { type: 'Witness', id: 1, permission_name: 'witness', threshold: 1, keys };
    return { address, is_witness: true, witness_permission };
  }
}

function representative(name: string): Representative {
  const key = createHash('sha256').update(name).digest();
  return {
    address: `41${privateKeyToAddress(`0x${key.toString('hex')}`)
      .slice(2)
      .toLowerCase()}`,
    key,
  };
}
