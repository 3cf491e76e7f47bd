// Adds a network that is not built in, with its tokens.
import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type {
  CreateOperatorNetworkBody,
  OperatorNetwork,
  UpdateOperatorNetworkAnswer,
} from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import { linesOf } from './connect-network.tsx';

const lines = { autosize: true, minRows: 2, spellCheck: false, classNames: { input: 'mono' } };
const empty = { name: '', chainId: '', native: '', endpoints: '', tokens: '', confirmations: '', test: false };
type Form = typeof empty;
/** The name of the family of Ethereum: such networks can be added. */
function useAddedType(): string {
  const { data = [] } = useQuery({
    queryKey: ['operator', 'networks'],
    queryFn: ({ signal }) => api.get<OperatorNetwork[]>('/operator/networks', {}, signal),
  });
  return data.find(({ symbol }) => symbol === 'ethereum')?.type ?? '';
}

const shown = ['name', 'chain_id', 'native.symbol', 'confirmations'];

export function AddNetwork() {
  const [form, setForm] = useState<Form>(empty);
  const add = useAct<CreateOperatorNetworkBody, UpdateOperatorNetworkAnswer>({
    act: (body) => api.post('/operator/network', body),
    refreshes: [['operator', 'networks'], ['networks']],
    said: words.operatorNetworks.added,
    done: () => setForm(empty),
    showsProblem: true,
  });
  const errors = fieldErrors(add.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run(bodyOf(form));
  };
  const text = (name: keyof Omit<Form, 'test'>) => ({
    value: form[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  return (
    <Section title={words.operatorNetworks.add({ type: useAddedType() })} about={words.operatorNetworks.addAbout}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput label={words.operatorNetworks.name} required error={errors.name} {...text('name')} />
          <TextInput
            label={words.operatorNetworks.chainId}
            required
            inputMode="numeric"
            error={errors.chain_id}
            {...text('chainId')}
          />
          <TextInput
            label={words.operatorNetworks.nativeSymbol}
            required
            error={errors['native.symbol']}
            {...text('native')}
          />
          <Textarea
            label={words.operatorNetworks.endpoints}
            description={words.operatorNetworks.endpointsHint}
            required
            {...lines}
            {...text('endpoints')}
          />
          <Textarea
            label={words.operatorNetworks.tokens}
            description={words.operatorNetworks.tokensHint({ word: 'stable' })}
            {...lines}
            {...text('tokens')}
          />
          <TextInput
            label={words.operatorNetworks.confirmations}
            description={words.operatorNetworks.confirmationsHint}
            inputMode="numeric"
            error={errors.confirmations}
            {...text('confirmations')}
          />
          <TestChoice isTest={form.test} choose={(test) => setForm({ ...form, test })} />
          <ProblemNote problem={add.problem} shown={shown} />
          <Group>
            <Button type="submit" loading={add.isRunning}>
              {words.operatorNetworks.addNetwork}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function TestChoice({ isTest, choose }: { readonly isTest: boolean; readonly choose: (isTest: boolean) => void }) {
  const label = words.operatorNetworks.testNetwork;
  return <Checkbox label={label} checked={isTest} onChange={(event) => choose(event.currentTarget.checked)} />;
}

/** A token is a line: its address, and `stable` for a stablecoin. */
function bodyOf({ name, chainId, native, endpoints, tokens, confirmations, test }: Form): CreateOperatorNetworkBody {
  return {
    name: name.trim(),
    chain_id: Number(chainId),
    native: { symbol: native.trim() },
    endpoints: linesOf(endpoints),
    tokens: linesOf(tokens).map((line) => {
      const [contract = '', ...marks] = line.split(/[\s,]+/);
      return { contract, stable: marks.some((mark) => mark.toLowerCase() === 'stable') };
    }),
    ...(confirmations.trim() === '' ? {} : { confirmations: Number(confirmations) }),
    test,
  };
}
