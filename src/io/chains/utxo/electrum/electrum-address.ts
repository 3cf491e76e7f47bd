// Reads the address of an Electrum server: electrum+tcp://host:port, or electrum+tls:// with a pinned certificate.

export interface ElectrumAddress {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** SHA-256 of the only accepted certificate, in lower-case hex; null to trust the usual certificate authorities. */
  readonly fingerprint: string | null;
}

/** Throws a TypeError for an address that the configuration would reject. */
export function readElectrumAddress(text: string): ElectrumAddress {
  const url = new URL(text);
  const isEncrypted = url.protocol === 'electrum+tls:';
  if ((!isEncrypted && url.protocol !== 'electrum+tcp:') || url.port === '')
    throw new TypeError('An Electrum server is given as electrum+tcp://host:port or electrum+tls://host:port');
  const pinned = url.searchParams.get('fingerprint');
  return {
    // IPv6 addresses have brackets only in URLs.
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
