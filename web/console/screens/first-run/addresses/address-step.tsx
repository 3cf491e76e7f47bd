// Where the shop is paid: what is pasted is recognised, its networks are chosen, and derived addresses are compared.
import { Alert, Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, AppAddress, CreateAppAddressBody, Network } from '../../../../../sdk/src/generated/api.ts';
import { looksPrivate } from '../../../../../src/core/private-material.ts';
import { api } from '../../../outside/api.ts';
import { useAct } from '../../../outside/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { AddressList } from './address-list.tsx';
import { ProofOfControl } from './proof-of-control.tsx';
import { type Recognised, recognise } from './recognise.ts';

export interface AddressStepProps {
  readonly app: App;
  readonly addresses: readonly AppAddress[];
  readonly keepOpen: () => void;
}

type Script = NonNullable<CreateAppAddressBody['script']>;

export function AddressStep({ app, addresses, keepOpen }: AddressStepProps) {
  const { data: networks = [] } = useQuery({ queryKey: ['networks'], queryFn: () => api.get<Network[]>('/networks') });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [script, setScript] = useState<Script | null>(null);
  const [signature, setSignature] = useState('');
  const isPrivate = looksPrivate(text);
  const found = isPrivate ? null : recognise(text);
  const offered = networksFor(networks, app, found);
  const wanted =
    chosen ?? (found?.families.length === 1 ? offered.filter((one) => one.available).map((one) => one.symbol) : []);
  const asksScript =
    found?.needsScript === true && offered.some((one) => one.type === 'UTXO' && wanted.includes(one.symbol));
  const add = useAct({
    act: async () => {
      for (const network of wanted) {
        const body = { app_id: app.id, network, kind: found?.kind ?? 'address', value: text.trim() };
        const isUtxo = offered.some((one) => one.symbol === network && one.type === 'UTXO');
        const more = {
          ...(asksScript && isUtxo && script !== null ? { script } : {}),
          ...(signature === '' ? {} : { signature }),
        };
        if (!addresses.some((one) => one.network.symbol === network && one.value === body.value)) {
          await api.post<AppAddress>('/app-address', { ...body, ...more });
        }
      }
    },
    refreshes: [['app-addresses', app.id]],
    done: () => {
      if (found?.kind === 'xpub') keepOpen();
      setText('');
      setSignature('');
      setChosen(null);
    },
    showsProblem: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  const change = (value: string) => {
    setText(value);
    setChosen(null);
    add.forget();
  };
  return (
    <Stack>
      <AddressList addresses={addresses} />
      <form onSubmit={submit}>
        <Stack>
          <Textarea
            label={addresses.length === 0 ? 'Your address, or the extended public key of your wallet' : 'Another one'}
            description="An extended public key (xpub) gives every payment an address of its own. Neither can spend anything."
            autosize
            minRows={2}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'mono' }}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
            error={
              text.trim() !== '' && !isPrivate && found === null
                ? 'This is no address and no extended public key that is known here.'
                : null
            }
          />
          {isPrivate ? <PrivateWarning /> : null}
          {found === null ? null : (
            <NetworkChoice
              networks={offered}
              found={found}
              wanted={wanted}
              choose={setChosen}
              isTest={app.environment === 'development'}
            />
          )}
          {asksScript ? <ScriptChoice script={script} choose={setScript} /> : null}
          <ProofOfControl problem={add.problem} signature={signature} sign={setSignature} />
          <ProblemNote
            problem={add.problem?.fields.some(({ proof_text }) => proof_text !== undefined) ? null : add.problem}
          />
          <Group>
            <Button
              type="submit"
              loading={add.isRunning}
              disabled={found === null || wanted.length === 0 || (asksScript && script === null)}
            >
              Be paid here
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

/** Those of its families, test networks for a shop that tries things out and main networks for one that does not. */
function networksFor(networks: readonly Network[], app: App, found: Recognised | null): readonly Network[] {
  const families: readonly string[] = found?.families ?? [];
  return networks.filter((one) => families.includes(one.type) && one.test === (app.environment === 'development'));
}

function PrivateWarning() {
  return (
    <Alert role="alert" color="red" title="This is a private key or a recovery phrase">
      It was not sent anywhere. Whoever has it can spend everything in that wallet, so give it to nobody, this service
      included. Clear the field, and paste the address you receive at, or the extended public key.
    </Alert>
  );
}

interface NetworkChoiceProps {
  readonly networks: readonly Network[];
  readonly found: Recognised;
  readonly wanted: readonly string[];
  readonly choose: (symbols: readonly string[]) => void;
  readonly isTest: boolean;
}

function NetworkChoice({ networks, found, wanted, choose, isTest }: NetworkChoiceProps) {
  const what =
    found.kind === 'xpub' ? 'An extended public key' : `An address of ${familyWords[found.families[0] ?? 'EVM']}`;
  if (networks.length === 0) {
    return (
      <Alert color="amber" title={`${what}, and no network here that it belongs to`}>
        This instance knows no {isTest ? 'test network' : 'main network'} of that kind. The operator adds one in
        quittance.json.
      </Alert>
    );
  }
  const away = networks.filter((one) => !one.available);
  return (
    <>
      {away.length === networks.length ? null : (
        <Checkbox.Group label={`${what}. On which networks?`} value={[...wanted]} onChange={choose}>
          <Stack gap="xs" mt={4}>
            {networks
              .filter((one) => one.available)
              .map((one) => (
                <Checkbox key={one.symbol} value={one.symbol} label={one.name} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
      {away.length === 0 ? null : <NotConnected networks={away} isAll={away.length === networks.length} />}
    </>
  );
}

/** Each with the variable that the operator sets; folded up where others can be used. */
function NotConnected({ networks, isAll }: { readonly networks: readonly Network[]; readonly isAll: boolean }) {
  const count = networks.length === 1 ? 'one network' : `${networks.length} networks`;
  return (
    <details open={isAll} className="soft">
      <summary>{isAll ? 'No network of this kind is connected' : `Not connected here: ${count}`}</summary>
      <p>The operator of this instance connects one by naming a node in a variable of its environment.</p>
      <ul>
        {networks.map((one) => (
          <li key={one.symbol}>
            {one.name}: <code>RPC_URL_{one.symbol.toUpperCase().replaceAll('-', '_')}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

const familyWords = { EVM: 'Ethereum and its kin', TRON: 'TRON', UTXO: 'Bitcoin or its kin', SVM: 'Solana' } as const;

const scripts = [
  { value: 'p2wpkh', label: 'bc1q… (native SegWit, most wallets)' },
  { value: 'p2tr', label: 'bc1p… (Taproot)' },
  { value: 'p2sh-p2wpkh', label: '3… (SegWit in an older form)' },
  { value: 'p2pkh', label: '1… (legacy)' },
];

function ScriptChoice({
  script,
  choose,
}: {
  readonly script: Script | null;
  readonly choose: (script: Script | null) => void;
}) {
  return (
    <Select
      label="How do the addresses of this wallet begin?"
      description="The key alone does not say. Money sent to the wrong kind is seen by no wallet."
      data={scripts}
      value={script}
      onChange={(value) => choose(value as Script | null)}
    />
  );
}
