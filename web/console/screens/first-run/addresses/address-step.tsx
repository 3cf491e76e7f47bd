// Adds receiving addresses: the pasted text is recognised, networks are chosen, and derived addresses are compared.
import { Alert, Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { App, AppAddress, Network } from '../../../../../sdk/typescript/src/generated/api.ts';
import { personQuery } from '../../../browser/queries.ts';
import { ButtonLink } from '../../../parts/app-link.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';
import { type Recognised, type Script, type ScriptChoice, scriptOptions } from '../../addresses/recognised-address.ts';
import { AddressList } from './address-list.tsx';
import { ProofOfControl } from './proof-of-control.tsx';
import { useNewAddress } from './use-new-address.ts';

export interface AddressStepProps {
  readonly app: App;
  readonly addresses: readonly AppAddress[];
  readonly keepOpen: () => void;
}

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
            label={addresses.length === 0 ? words.firstRun.walletLabel : words.firstRun.anotherWallet}
            description={words.firstRun.keyAdvice}
            autosize
            minRows={2}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'mono' }}
            value={entry.text}
            onChange={(event) => entry.type(event.currentTarget.value)}
            error={
              entry.text.trim() !== '' && !isPrivate && found === null && !entry.isAsking
                ? (entry.refusal ?? words.firstRun.notRecognized)
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
              label={words.firstRun.ownAddress}
              checked={entry.isConfirmed}
              onChange={(event) => entry.confirm(event.currentTarget.checked)}
            />
          ) : null}
          <Group>
            <Button type="submit" loading={add.isRunning} disabled={!entry.isReady}>
              {words.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

function PrivateWarning() {
  return (
    <Alert role="alert" color="red" title={words.firstRun.privateTitle}>
      {words.firstRun.privateMore}
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
  const kind =
    found.kind === 'xpub'
      ? words.addressKinds.xpub
      : words.addressKinds.addressOf({ chains: found.belongs_to.join(', ') });
  if (networks.length === 0) {
    return (
      <Alert color="amber" title={words.firstRun.noNetwork({ kind })}>
        {isTest ? words.firstRun.noTestNetwork : words.firstRun.noMainNetwork}
      </Alert>
    );
  }
  const away = networks.filter((one) => !one.available);
  return (
    <>
      {away.length === networks.length ? null : (
        <Checkbox.Group label={words.firstRun.chooseNetworks({ kind })} value={[...wanted]} onChange={choose}>
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

/** With the page that connects them, for the operator; folded if other networks can be used. */
function NotConnected({ networks, isAll }: { readonly networks: readonly Network[]; readonly isAll: boolean }) {
  const { data: person } = useQuery(personQuery);
  return (
    <details open={isAll} className="soft">
      <summary>
        {isAll ? words.firstRun.noneConnected : words.firstRun.notConnected({ count: networks.length })}
      </summary>
      <p>{networks.map(({ name }) => name).join(', ')}</p>
      {person?.role === 'operator' ? (
        <ButtonLink to="/console/operator/networks" variant="default" size="compact-sm">
          {words.operatorNetworks.manage}
        </ButtonLink>
      ) : (
        <p>{words.firstRun.connectMore}</p>
      )}
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
      label={words.firstRun.scriptLabel}
      description={words.firstRun.scriptHint}
      data={scriptOptions(choices, words.scripts)}
      value={script}
      onChange={(value) => choose(value as Script | null)}
    />
  );
}
