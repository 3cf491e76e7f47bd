// The endpoints of one network: suggestions to choose from, own ones, a check of each, and the switch.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type {
  OperatorEndpoints,
  OperatorNetwork,
  UpdateOperatorNetworkAnswer,
  UpdateOperatorNetworkBody,
} from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';
import { EndpointChecks } from './endpoint-checks.tsx';
import { Suggestions } from './suggestions.tsx';

const refreshes = [['operator', 'networks'], ['networks']];

export function ConnectNetwork({ network }: { readonly network: OperatorNetwork }) {
  const [text, setText] = useState(network.addresses.join('\n'));
  const endpoints = linesOf(text);
  const check = useCheck(network.symbol);
  const save = useSave(network);
  const problem = save.problem ?? check.act.problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.act.forget();
    save.run({ endpoints, enabled: true });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Suggestions network={network.symbol} choose={(endpoint) => setText([...endpoints, endpoint].join('\n'))} />
        <Textarea
          label={words.operatorNetworks.endpoints}
          description={words.operatorNetworks.endpointsHint}
          autosize
          minRows={2}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'mono' }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {endpoints.length > 1 ? <Text size="sm">{words.operatorNetworks.several}</Text> : null}
        <EndpointChecks checks={check.checks} />
        <ProblemNote problem={problem} />
        <Group>
          <Button type="submit" loading={save.isRunning} disabled={endpoints.length === 0}>
            {words.common.save}
          </Button>
          <Button
            variant="default"
            loading={check.act.isRunning}
            disabled={endpoints.length === 0}
            onClick={() => check.act.run(endpoints)}
          >
            {words.operatorNetworks.check}
          </Button>
          {network.enabled && network.addresses.length > 0 ? (
            <Button variant="default" onClick={() => save.run({ enabled: false })}>
              {words.operatorNetworks.switchOff}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}

function useCheck(network: string) {
  const [checks, setChecks] = useState<readonly OperatorEndpoints[]>([]);
  const act = useAct<readonly string[], readonly OperatorEndpoints[]>({
    act: (endpoints) => api.post('/operator/endpoint-check', { network, endpoints }),
    done: setChecks,
    showsProblem: true,
  });
  return { checks, act };
}

function useSave(network: OperatorNetwork) {
  return useAct<UpdateOperatorNetworkBody, UpdateOperatorNetworkAnswer>({
    act: (body) => api.put(`/operator/network/${network.symbol}`, body),
    refreshes,
    said: words.operatorNetworks.saved,
    showsProblem: true,
  });
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
