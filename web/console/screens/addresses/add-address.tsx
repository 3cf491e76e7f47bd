// Adds an address or an extended public key on a network. Private keys are refused before they leave the page.
import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, AppAddress, CreateAppAddressBody } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import type { ProofPayment } from '../../browser/api-problem.ts';
import { networksQuery } from '../../browser/queries.ts';
import { useAct } from '../../browser/use-act.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';
import { networksFor } from './address-queries.ts';
import { ProofPaymentNote } from './proof-payment-note.tsx';
import { type ScriptChoice, scriptChoices, scriptOptions } from './recognised-address.ts';
import { useRecognised } from './use-recognised.ts';

export interface AddAddressProps {
  readonly app: App;
  readonly opened: boolean;
  readonly close: () => void;
  readonly added: (address: AppAddress) => void;
}

export function AddAddress({ app, opened, close, added }: AddAddressProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.evidence.addAddress}
      size="lg"
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <AddressForm app={app} added={added} />
    </Modal>
  );
}

interface Values {
  readonly network: string;
  readonly value: string;
  readonly label: string;
  readonly script: string;
  readonly signature: string;
}

const nothingTyped: Values = { network: '', value: '', label: '', script: '', signature: '' };

/** The props of each part of the form. */
interface FieldProps {
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (more: Partial<Values>) => void;
}

function AddressForm({ app, added }: Pick<AddAddressProps, 'app' | 'added'>) {
  const networks = networksFor(app, useQuery(networksQuery).data ?? []);
  const [values, setValues] = useState(nothingTyped);
  const network = networks.find(({ symbol }) => symbol === values.network) ?? networks[0];
  const { isPrivate, isKeptBack, isAsking, found } = useRecognised(values.value);
  const mayBeSent = !isPrivate && !isKeptBack && !isAsking;
  const kind = found?.kind ?? 'address';
  const scripts = scriptChoices(found, [network?.symbol ?? '']);
  const add = useAct<void, AppAddress>({
    act: () => {
      const script = scripts.length > 0 ? values.script : '';
      const named = { app_id: app.id, network: network?.symbol ?? '', kind };
      return api.post('/app-address', bodyOf({ ...values, script }, named));
    },
    refreshes: [
      ['app-addresses', app.id],
      ['payout-changes', app.id],
      ['attention', app.id],
    ],
    showsProblem: true,
    done: (address) => added(address),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayBeSent) add.run();
  };
  const errors = fieldErrors(add.problem);
  const refused = isPrivate ? words.addresses.privateKey : words.firstRun.notRecognized;
  const fields: FieldProps = {
    values,
    errors: isPrivate || isKeptBack ? { ...errors, value: refused } : errors,
    set: (more) => setValues((now) => ({ ...now, ...more })),
  };
  const proof = add.problem?.fields.find(({ proof_text }) => proof_text !== undefined);
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={add.problem} shown={['network', 'value', 'script', 'label', 'signature']} />
        <NativeSelect
          label={words.common.network}
          data={networks.map(({ symbol, name, available }) => ({
            value: symbol,
            label: available ? name : words.addresses.networkUnavailable({ network: name }),
          }))}
          value={network?.symbol ?? ''}
          error={errors.network}
          onChange={(event) => fields.set({ network: event.currentTarget.value })}
        />
        <WalletFields {...fields} scripts={scripts} />
        {proof?.proof_text === undefined ? null : (
          <ProofOfControl {...fields} text={proof.proof_text} payment={proof.proof_payment} />
        )}
        <Alert color="amber" variant="light">
          {stakes(app)}
        </Alert>
        <Group justify="flex-end">
          <Button type="submit" loading={add.isRunning} disabled={!mayBeSent}>
            {kind === 'xpub' ? words.addresses.addKey : words.addresses.addAddress}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function WalletFields({ values, errors, set, scripts }: FieldProps & { readonly scripts: readonly ScriptChoice[] }) {
  return (
    <>
      <Textarea
        label={words.addresses.value}
        description={words.addresses.valueHint}
        required
        autosize
        minRows={2}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={values.value}
        error={errors.value}
        onChange={(event) => set({ value: event.currentTarget.value })}
      />
      {scripts.length > 0 ? (
        <NativeSelect
          label={words.firstRun.scriptLabel}
          data={[{ value: '', label: words.scripts.choose }, ...scriptOptions(scripts, words.scripts)]}
          value={values.script}
          error={errors.script}
          onChange={(event) => set({ script: event.currentTarget.value })}
        />
      ) : null}
      <TextInput
        label={words.addresses.label}
        placeholder={words.addresses.labelExample}
        value={values.label}
        error={errors.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
    </>
  );
}

type Named = Pick<CreateAppAddressBody, 'app_id' | 'network' | 'kind'>;

function bodyOf({ value, label, script, signature }: Values, named: Named): CreateAppAddressBody {
  return {
    ...named,
    value: value.trim(),
    label: label.trim() === '' ? null : label.trim(),
    ...(script === '' ? {} : { script: script as 'p2wpkh' }),
    ...(signature.trim() === '' ? {} : { signature: signature.trim() }),
  };
}

/** The consequences, before the address is added. */
function stakes(app: App): string {
  return app.environment === 'production' ? words.addresses.stakesLive : words.addresses.stakesTest;
}

interface ProofOfControlProps extends FieldProps {
  readonly text: string;
  readonly payment: ProofPayment | undefined;
}

/** Another account entered the address before; proof of control transfers it. */
function ProofOfControl({ values, errors, set, text, payment }: ProofOfControlProps) {
  return (
    <Stack gap="xs">
      <Text size="sm">{words.addresses.proofMore}</Text>
      <Group gap="xs">
        <span className="mono" style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </span>
        <CopyButton text={text} what="text" />
      </Group>
      <Textarea
        label={words.addresses.signature}
        autosize
        value={values.signature}
        error={errors.signature}
        onChange={(event) => set({ signature: event.currentTarget.value })}
      />
      {payment === undefined ? null : <ProofPaymentNote payment={payment} />}
    </Stack>
  );
}
