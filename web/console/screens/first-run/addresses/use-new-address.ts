// What is typed and chosen about a new place to be paid at, and the act that adds it on each of its networks.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppAddress, CreateAppAddressBody, Network } from '../../../../../sdk/src/generated/api.ts';
import { looksPrivate } from '../../../../../src/core/private-material.ts';
import { api } from '../../../outside/api.ts';
import { networksQuery } from '../../../outside/queries.ts';
import { useAct } from '../../../outside/use-act.ts';
import { type Recognised, recognise } from './recognise.ts';

export type Script = NonNullable<CreateAppAddressBody['script']>;

export interface NewAddressOptions {
  readonly app: App;
  readonly addresses: readonly AppAddress[];
  /** The step stays open after an extended public key: its addresses are to be compared. */
  readonly keepOpen: () => void;
}

export function useNewAddress({ app, addresses, keepOpen }: NewAddressOptions) {
  const { data: networks = [] } = useQuery(networksQuery);
  const [text, setText] = useState('');
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [script, setScript] = useState<Script | null>(null);
  const [signature, sign] = useState('');
  const [isConfirmed, confirm] = useState(false);
  const isPrivate = looksPrivate(text);
  const found = isPrivate ? null : recognise(text);
  const offered = networksFor(networks, app, found);
  const available = offered.filter((one) => one.available).map((one) => one.symbol);
  // Of a key that may be of several families nothing is chosen beforehand.
  const wanted = chosen ?? (found?.families.length === 1 ? available : []);
  const isUtxo = (symbol: string) => offered.some((one) => one.symbol === symbol && one.type === 'UTXO');
  const asksScript = (found?.needsScript === true || found?.mayHoldSeveral === true) && wanted.some(isUtxo);
  const isThere = (network: string, value: string) =>
    addresses.some((one) => one.network.symbol === network && one.value === value);
  const add = useAct({
    act: async () => {
      const value = text.trim();
      for (const network of wanted.filter((one) => !isThere(one, value))) {
        await api.post<AppAddress>('/app-address', {
          ...{ app_id: app.id, network, kind: found?.kind ?? 'address', value },
          ...(asksScript && isUtxo(network) && script !== null ? { script } : {}),
          ...(signature === '' ? {} : { signature }),
          ...(isConfirmed ? { confirm: true } : {}),
        });
      }
    },
    refreshes: [['app-addresses', app.id]],
    done: () => {
      if (found?.kind === 'xpub') keepOpen();
      setText('');
      sign('');
      confirm(false);
      choose(null);
    },
    showsProblem: true,
  });
  const type = (value: string) => {
    setText(value);
    confirm(false);
    choose(null);
    add.forget();
  };
  const isReady = found !== null && wanted.length > 0 && !(asksScript && script === null && found.needsScript);
  return {
    ...{ text, type, found, isPrivate, offered, wanted, choose, isReady },
    ...{ asksScript, script, setScript, signature, sign, isConfirmed, confirm, add },
  };
}

/** Those of its families, test networks for a shop that tries things out and main networks for one that does not. */
function networksFor(networks: readonly Network[], app: App, found: Recognised | null): readonly Network[] {
  const families: readonly string[] = found?.families ?? [];
  return networks.filter((one) => families.includes(one.type) && one.test === (app.environment === 'development'));
}
