// One kind of integration: the shops that it is for, whether it is on, and each shop's credentials.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { App, CreateDoorAnswer, Door } from '../../../../sdk/typescript/src/generated/api.ts';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { words } from '../../words/words.ts';
import { type IntegrationKind, nameOfDoor } from './integration-kinds.ts';
import { OpenDoor } from './open-door.tsx';
import { TurnOn } from './turn-on.tsx';

export interface IntegrationSectionProps {
  readonly app: App;
  readonly integration: IntegrationKind;
  /** null: the user may not see them. */
  readonly doors: readonly Door[] | null;
  readonly mayTurnOn: boolean;
}

export function IntegrationSection({ app, integration, doors, mayTurnOn }: IntegrationSectionProps) {
  const [isTurningOn, turningOn] = useDisclosure(false);
  const [fresh, setFresh] = useState<CreateDoorAnswer | null>(null);
  const { brand: name } = integration;
  const isOn = doors !== null && doors.length > 0;
  return (
    <Section
      title={name}
      about={integration.about()}
      aside={
        <Group gap="xs">
          {doors === null ? null : (
            <StatusBadge
              status={isOn ? 'enabled' : 'off'}
              name={isOn ? words.integrations.on : words.integrations.off}
            />
          )}
          {mayTurnOn ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={
                isOn ? words.integrations.newCredentialsFor({ name }) : words.integrations.turnOnName({ name })
              }
              onClick={turningOn.open}
            >
              {isOn ? words.integrations.newCredentials : words.integrations.turnOn}
            </Button>
          ) : null}
        </Group>
      }
    >
      {(doors ?? []).map((door) => (
        <OpenDoor key={door.id} app={app} door={door} integration={integration} />
      ))}
      <TurnOn
        app={app}
        integration={integration}
        isOn={isOn}
        opened={isTurningOn}
        close={turningOn.close}
        done={(made) => {
          turningOn.close();
          setFresh(made);
        }}
      />
      <SecretOnce
        secret={fresh === null ? null : integration.fields(fresh, fresh)}
        title={words.integrations.credentialsOf({ name: fresh === null ? name : nameOfDoor(fresh) })}
        advice={words.integrations.credentialsAdvice}
        close={() => setFresh(null)}
      />
    </Section>
  );
}
