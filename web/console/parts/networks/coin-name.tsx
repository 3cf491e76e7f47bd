// A coin on its network, in words: 'USDT on Base'.
import { NetworkName } from './network-name.tsx';

export interface CoinNameProps {
  readonly symbol: string;
  readonly network: { readonly symbol: string; readonly name: string };
}

export function CoinName({ symbol, network }: CoinNameProps) {
  return (
    <span>
      {symbol} on <NetworkName network={network} />
    </span>
  );
}
