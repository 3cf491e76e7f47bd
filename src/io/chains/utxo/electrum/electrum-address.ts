// Reads the address of an Electrum server: electrum+tcp://host:port, or electrum+tls:// with a pinned certificate.

export interface ElectrumAddress {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** SHA-256 of the one certificate that is taken, in lower-case hex; null where the usual authorities vouch for it. */
  readonly fingerprint: string | null;
}

/** Throws a TypeError for what the configuration would have refused. */
export function readElectrumAddress(text: string): ElectrumAddress {
  const url = new URL(text);
  const isEncrypted = url.protocol === 'electrum+tls:';
  if ((!isEncrypted && url.protocol !== 'electrum+tcp:') || url.port === '')
    throw new TypeError('An Electrum server is given as electrum+tcp://host:port or electrum+tls://host:port');
  const pinned = url.searchParams.get('fingerprint');
  return {
    // An IPv6 address stands in brackets in a URL, and nowhere else.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port),
    isEncrypted,
    fingerprint:
      pinned === null
        ? null
        : pinned
            .replace(/^sha256:/i, '')
            .replaceAll(':', '')
            .toLowerCase(),
  };
}
