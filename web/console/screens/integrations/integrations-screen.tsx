// The interfaces of other payment services that existing shops can use, and the credentials of each shop.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { type Role, roleAllows } from '../../../../src/core/access/team.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { words } from '../../words/words.ts';
import { doorsQuery } from './doors-query.ts';
import { integrationKinds } from './integration-kinds.ts';
import { IntegrationSection } from './integration-section.tsx';

export function IntegrationsScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <IntegrationsOf key={app.id} app={app} />;
  return <Screen title={words.places.integrations}>{isKnown ? <NoApp /> : <Awaited />}</Screen>;
}

function IntegrationsOf({ app }: { readonly app: App }) {
  // The API leaves the role out for an owner.
  const isOwner = app.role === undefined;
  const maySee = isOwner || roleAllows(app.role as Role, 'tokens');
  const doors = useQuery({ ...doorsQuery(app.id), enabled: maySee });
  return (
    <Screen title={words.places.integrations}>
      <Text c="dimmed" maw="44rem">
        {words.integrations.about} {isOwner ? null : words.integrations.byOwners}
      </Text>
      {!maySee || doors.data !== undefined ? (
        integrationKinds.map((integration) => (
          <IntegrationSection
            key={integration.kind}
            app={app}
            integration={integration}
            doors={doors.data?.filter(({ kind }) => kind === integration.kind) ?? null}
            mayTurnOn={isOwner}
          />
        ))
      ) : doors.error === null ? (
        <Awaited lines={6} />
      ) : (
        <NotAnswered error={doors.error} again={() => void doors.refetch()} />
      )}
    </Screen>
  );
}
