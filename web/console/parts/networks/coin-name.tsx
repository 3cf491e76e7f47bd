// A coin with its network: 'USDT on Base'.

import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { NetworkName } from './network-name.tsx';

export interface CoinNameProps {
  readonly symbol: string;
  readonly network: { readonly symbol: string; readonly name: string };
}

export function CoinName({ symbol, network }: CoinNameProps) {
  return <span>{joined(words.common.coinOn({ coin: symbol, network: <NetworkName network={network} /> }))}</span>;
}
