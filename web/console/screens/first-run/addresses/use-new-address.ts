// The state of a new address, and the action that adds it on each of its networks.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppAddress } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { networksQuery } from '../../../browser/queries.ts';
import { useAct } from '../../../browser/use-act.ts';
import {
  asksScriptOn,
  chosenBefore,
  networksOf,
  type Script,
  scriptChoices,
} from '../../addresses/recognised-address.ts';
import { useRecognised } from '../../addresses/use-recognised.ts';

export interface NewAddressOptions {
  readonly app: App;
  readonly addresses: readonly AppAddress[];
  /** The step stays open after an extended public key, so that its addresses can be compared. */
  readonly keepOpen: () => void;
}

export function useNewAddress({ app, addresses, keepOpen }: NewAddressOptions) {
  const { data: networks = [] } = useQuery(networksQuery);
  const [text, setText] = useState('');
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [script, setScript] = useState<Script | null>(null);
  const [signature, sign] = useState('');
  const [isConfirmed, confirm] = useState(false);
  const { isPrivate, found, isAsking, refusal } = useRecognised(text);
  const offered = networksOf(found, app, networks);
  const wanted = chosen ?? chosenBefore(found, offered);
  const scripts = scriptChoices(found, wanted);
  const isThere = (network: string, value: string) =>
    addresses.some((one) => one.network.symbol === network && one.value === value);
  const add = useAct({
    act: async () => {
      const value = text.trim();
      for (const network of wanted.filter((one) => !isThere(one, value))) {
        await api.post<AppAddress>('/app-address', {
          app_id: app.id,
          network,
          kind: found?.kind ?? 'address',
          value,
          ...(script !== null && asksScriptOn(found, network) ? { script } : {}),
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
  const isReady = found !== null && wanted.length > 0 && !(scripts.length > 0 && script === null);
  return {
    text,
    type,
    found,
    isPrivate,
    isAsking,
    refusal,
    offered,
    wanted,
    choose,
    isReady,
    scripts,
    script,
    setScript,
    signature,
    sign,
    isConfirmed,
    confirm,
    add,
  };
}
