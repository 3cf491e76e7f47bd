// An integration of one shop: the fields to enter there, its limits and use, its notifications, and how to turn it off.
import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, Door } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { personQuery } from '../../browser/queries.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { PasteFields } from '../../parts/sheets/paste-fields.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { appTokensQuery } from '../tokens/app-tokens-query.ts';
import { DoorNotifications } from './door-notifications.tsx';
import { touchedByDoors } from './doors-query.ts';
import { type IntegrationKind, nameOfDoor } from './integration-kinds.ts';
import './integrations.css';

export interface OpenDoorProps {
  readonly app: App;
  readonly door: Door;
  readonly integration: IntegrationKind;
}

export function OpenDoor({ app, door, integration }: OpenDoorProps) {
  const name = nameOfDoor(door);
  const mayTurnOff = useMayTurnOff(app, door);
  return (
    <section className="door" aria-label={name} data-row>
      <div>
        <Group justify="space-between" gap="xs" mb={4}>
          <Title order={3} size="h4">
            <bdi>{name}</bdi>
          </Title>
          {mayTurnOff ? <TurnOff app={app} door={door} /> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {joined(words.integrations.created({ time: <Time at={door.created_at} /> }))} ·{' '}
          {door.last_used_at === null
            ? words.tokens.neverUsed
            : joined(words.account.lastUsed({ time: <Time at={door.last_used_at} /> }))}
        </Text>
      </div>
      <Group gap="xs">
        {integration.notifies === 'by_order' ? (
          <Badge color="gray">{words.integrations.amountsIn({ currency: door.currency })}</Badge>
        ) : null}
        {door.cidrs === null ? (
          <Badge color="gray">{words.tokens.anyIp}</Badge>
        ) : (
          door.cidrs.map((cidr) => (
            <Badge key={cidr} color="gray">
              <bdi dir="ltr">{cidr}</bdi>
            </Badge>
          ))
        )}
      </Group>
      <div>
        <Title order={4} size="h4">
          {words.integrations.enter}
        </Title>
        <PasteFields label={words.integrations.enter} fields={integration.fields(door, {})} />
      </div>
      <DoorNotifications app={app} door={door} integration={integration} />
    </section>
  );
}

/** Owners may, and the member who turned it on. */
function useMayTurnOff(app: App, door: Door): boolean {
  const isOwner = app.role === undefined;
  const { data: person } = useQuery(personQuery);
  const { data: tokens = [] } = useQuery({ ...appTokensQuery(app.id), enabled: !isOwner });
  return isOwner || tokens.some(({ id, made_by }) => id === door.id && made_by === person?.id);
}

function TurnOff({ app, door }: Pick<OpenDoorProps, 'app' | 'door'>) {
  const [isAsking, setAsking] = useState(false);
  const name = nameOfDoor(door);
  const off = useAct({
    act: () => api.delete(`/app-token/${door.id}`),
    refreshes: touchedByDoors(app.id),
    said: words.integrations.turnedOff({ name }),
    done: () => setAsking(false),
  });
  const question = {
    title: words.integrations.turnOffTitle({ name }),
    costs: words.integrations.turnOffCosts,
    yes: words.integrations.turnOff,
    act: () => off.run(),
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={words.integrations.turnOffName({ name })}
        onClick={() => setAsking(true)}
      >
        {words.integrations.turnOff}
      </Button>
      <Confirm question={isAsking ? question : null} isRunning={off.isRunning} close={() => setAsking(false)} />
    </>
  );
}
