// Public endpoints of a network, with their limits and what their providers see. Choosing one only fills in the form.
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndpointSuggestion } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { words } from '../../../words/words.ts';

interface SuggestionsProps {
  readonly network: string;
  readonly choose: (endpoint: string) => void;
}

export function Suggestions({ network, choose }: SuggestionsProps) {
  const { data = [] } = useQuery({
    queryKey: ['operator', 'endpoint-suggestions', network],
    queryFn: ({ signal }) => api.get<EndpointSuggestion[]>('/operator/endpoint-suggestions', { network }, signal),
  });
  if (data.length === 0) return null;
  const calls = data.find((one) => one.calls_per_day !== null)?.calls_per_day ?? null;
  return (
    <div>
      <Text fw={600}>{words.operatorNetworks.suggestions}</Text>
      <Text size="sm">{words.operatorNetworks.suggestionsAbout}</Text>
      {calls === null ? null : <Text size="sm">{words.operatorNetworks.usualCalls({ count: calls })}</Text>}
      <RowList label={words.operatorNetworks.suggestions}>
        {data.map((one) => (
          <Row key={one.endpoint} title={one.provider} detail={<Details one={one} />}>
            <Button variant="default" size="compact-sm" onClick={() => choose(one.endpoint)}>
              {words.operatorNetworks.use}
            </Button>
          </Row>
        ))}
      </RowList>
    </div>
  );
}

function Details({ one }: { readonly one: EndpointSuggestion }) {
  return (
    <>
      <bdi className="mono">{one.endpoint}</bdi>
      {one.needs_key ? <div>{words.operatorNetworks.needsKey({ word: 'KEY' })}</div> : null}
      <div>{one.limits}</div>
      <div>{one.privacy}</div>
      <Anchor href={one.documentation} target="_blank" rel="noreferrer" size="sm">
        {words.operatorNetworks.documentation({ date: one.read_at })}
      </Anchor>
    </>
  );
}
