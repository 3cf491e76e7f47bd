// The names of endpoints: their own, the host of their URL, or the name of their integration.
import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../../../sdk/typescript/src/generated/api.ts';
import { doorsQuery } from '../integrations/doors-query.ts';
import { brandOf, nameOfDoor } from '../integrations/integration-kinds.ts';

export const integrationsPath = '/console/settings/integrations';

/** Returns a function that names an endpoint of the app. Integrations are asked for only if an endpoint has one. */
export function useEndpointNames(appId: string, webhooks: readonly Webhook[]): (webhook: Webhook) => string {
  const hasDoor = webhooks.some(({ door_id }) => door_id !== null);
  const { data: doors = [] } = useQuery({ ...doorsQuery(appId), enabled: hasDoor });
  return ({ door_id, dialect, description, url }) => {
    if (door_id === null) return description ?? new URL(url).host;
    const door = doors.find(({ id }) => id === door_id);
    return door === undefined ? brandOf(dialect) : nameOfDoor(door);
  };
}
