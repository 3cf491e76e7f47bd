// Addresses as people compare them: in full, cut into groups. A shortened address would hide the part that an attacker
// imitates.

/** The whole address in groups of four characters: '0x' or a bech32 prefix stays with the first. */
export function addressGroups(address: string): readonly string[] {
  const lead = /^(0x|[a-z]{2,10}1(?=[02-9ac-hj-np-z]{20})|[a-z]+:)/.exec(address)?.[0] ?? '';
  const rest = address.slice(lead.length).match(/.{1,4}/g) ?? [];
  return [lead + (rest[0] ?? ''), ...rest.slice(1)];
}

/** Start and end of a hash, for links that lead to all of it. */
export function shortHash(hash: string): string {
  return hash.length <= 20 ? hash : `${hash.slice(0, 10)}…${hash.slice(-8)}`;
}
