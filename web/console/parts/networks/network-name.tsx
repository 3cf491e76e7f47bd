// The name of a network behind a coloured mark. The colour is only an aid.

/** Each has a contrast of at least 3:1 to its backgrounds in both schemes. */
const tints: Readonly<Record<string, string>> = {
  ethereum: '#6270d9',
  base: '#2f6df0',
  bsc: '#b07a14',
  tron: '#d6403a',
  bitcoin: '#c8700f',
  litecoin: '#6d7c8c',
  dogecoin: '#a5822c',
  polygon: '#8a4fe0',
  arbitrum: '#3b86c4',
  optimism: '#e0443f',
  avalanche: '#d9484c',
  gnosis: '#3f8a6b',
};

export function NetworkName({ network }: { readonly network: { readonly symbol: string; readonly name: string } }) {
  const tint = tints[network.symbol.split('-')[0] ?? ''] ?? '#7a827a';
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" style={{ marginInlineEnd: '0.4em' }}>
        <circle cx="5" cy="5" r="5" fill={tint} />
      </svg>
      {network.name}
    </span>
  );
}
