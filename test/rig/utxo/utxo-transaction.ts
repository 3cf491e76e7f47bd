// Serializes chain transactions of the UTXO family, for tests that need other ones than a wallet creates.

export interface Output {
  /** In hex. */
  readonly script: string;
  /** Smallest units. */
  readonly amount: bigint;
}

export interface Input {
  readonly txid: string;
  readonly vout: number;
  /** The unlocking script in hex; empty by default. */
  readonly script?: string;
  /** The witness, item by item, in hex; none by default. */
  readonly witness?: readonly string[];
}

/** Version 2, replaceable (BIP-125), without a lock time. Returns hex, to be signed. */
export function unsignedTransaction(inputs: readonly Input[], outputs: readonly Output[]): string {
  return rawTransaction(
    inputs.map(({ txid, vout }) => ({ txid, vout })),
    outputs,
  );
}

/** Serialized as on the network, with witnesses as in BIP-144 if there are any. Returns hex. */
export function rawTransaction(inputs: readonly Input[], outputs: readonly Output[]): string {
  const hasWitness = inputs.some(({ witness }) => witness !== undefined && witness.length > 0);
  return [
    '02000000',
    hasWitness ? '0001' : '',
    count(inputs.length),
    ...inputs.map(
      ({ txid, vout, script = '' }) => `${reversed(txid)}${fixed(BigInt(vout), 4)}${sized(script)}fdffffff`,
    ),
    count(outputs.length),
    ...outputs.map(({ script, amount }) => fixed(amount, 8) + sized(script)),
    ...(hasWitness ? inputs.map(({ witness = [] }) => count(witness.length) + witness.map(sized).join('')) : []),
    '00000000',
  ].join('');
}

/** A CompactSize of the protocol, in hex. */
export function count(value: number): string {
  if (value < 0xfd) return fixed(BigInt(value), 1);
  return value <= 0xffff ? `fd${fixed(BigInt(value), 2)}` : `fe${fixed(BigInt(value), 4)}`;
}

/** Reverses the bytes of a hex string, as in displayed ids. */
export function reversed(hex: string): string {
  return Buffer.from(hex, 'hex').reverse().toString('hex');
}

function fixed(value: bigint, bytes: number): string {
  return reversed(value.toString(16).padStart(bytes * 2, '0'));
}

function sized(hex: string): string {
  return count(hex.length / 2) + hex;
}
