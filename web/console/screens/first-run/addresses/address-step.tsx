// Where the shop is paid: what is pasted is recognised, its networks are chosen, and derived addresses are compared.
import { Alert, Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import type { App, AppAddress, Network } from '../../../../../sdk/src/generated/api.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import {
  type Recognised,
  type Script,
  type ScriptChoice,
  scriptOptions,
  unknownText,
} from '../../addresses/recognised.ts';
import { AddressList } from './address-list.tsx';
import { ProofOfControl } from './proof-of-control.tsx';
import { useNewAddress } from './use-new-address.ts';

export interface AddressStepProps {
  readonly app: App;
  readonly addresses: readonly AppAddress[];
  readonly keepOpen: () => void;
}

const keyAdvice =
  'An extended public key (xpub) gives every payment an address of its own. Neither can spend anything.';

export function AddressStep({ app, addresses, keepOpen }: AddressStepProps) {
  const entry = useNewAddress({ app, addresses, keepOpen });
  const { add, found, isPrivate } = entry;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  return (
    <Stack>
      <AddressList addresses={addresses} />
      <form onSubmit={submit}>
        <Stack>
          <Textarea
            label={addresses.length === 0 ? 'Your address, or the extended public key of your wallet' : 'Another one'}
            description={keyAdvice}
            autosize
            minRows={2}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'mono' }}
            value={entry.text}
            onChange={(event) => entry.type(event.currentTarget.value)}
            error={
              entry.text.trim() !== '' && !isPrivate && found === null && !entry.isAsking
                ? (entry.refusal ?? unknownText)
                : null
            }
          />
          {isPrivate ? <PrivateWarning /> : null}
          {found === null ? null : (
            <NetworkChoice
              networks={entry.offered}
              found={found}
              wanted={entry.wanted}
              choose={entry.choose}
              isTest={app.environment === 'development'}
            />
          )}
          {entry.scripts.length > 0 ? (
            <ScriptSelect choices={entry.scripts} script={entry.script} choose={entry.setScript} />
          ) : null}
          <ProofOfControl problem={add.problem} signature={entry.signature} sign={entry.sign} />
          <ProblemNote
            problem={add.problem?.fields.some(({ proof_text }) => proof_text !== undefined) ? null : add.problem}
          />
          {entry.isConfirmed || add.problem?.fields.some(({ code }) => code === 'confirm_needed') ? (
            <Checkbox
              label="This address is my own, and I can send from it"
              checked={entry.isConfirmed}
              onChange={(event) => entry.confirm(event.currentTarget.checked)}
            />
          ) : null}
          <Group>
            <Button type="submit" loading={add.isRunning} disabled={!entry.isReady}>
              Be paid here
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
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
  const what = found.kind === 'xpub' ? 'An extended public key' : `An address of ${found.belongs_to.join(' or ')}`;
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

function ScriptSelect({
  choices,
  script,
  choose,
}: {
  readonly choices: readonly ScriptChoice[];
  readonly script: Script | null;
  readonly choose: (script: Script | null) => void;
}) {
  return (
    <Select
      label="How do the addresses of this wallet begin?"
      description="The key alone does not say. Money sent to the wrong kind is seen by no wallet."
      data={scriptOptions(choices)}
      value={script}
      onChange={(value) => choose(value as Script | null)}
    />
  );
}
