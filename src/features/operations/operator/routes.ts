// The operations for operators. They show the state of the instance and no data of its users.
import type { Environment } from '../../../io/environment.ts';
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { getOperatorHealth } from './doctor/get-operator-health.ts';
import { getOperatorInstance } from './get-operator-instance.ts';
import { getOperatorRates } from './get-operator-rates.ts';
import { listOperatorPeople } from './list-operator-people.ts';
import { checkOperatorEndpoints } from './networks/connect/check-operator-endpoints.ts';
import { createOperatorNetwork } from './networks/connect/create-operator-network.ts';
import { updateOperatorNetwork } from './networks/connect/update-operator-network.ts';
import { listOperatorNetworks } from './networks/list-operator-networks.ts';
import { listEndpointSuggestions } from './networks/suggestions/list-endpoint-suggestions.ts';

export type OperatorEnvironment = Pick<
  Environment,
  | 'smtpUrl'
  | 'publicUrl'
  | 's3Url'
  | 'dataDir'
  | 'backupEvery'
  | 'backupTo'
  | 'databaseUrl'
  | 'signUp'
  | 'production'
  | 'trustProxy'
>;

export function operatorRoutes(instance: Instance, environment: OperatorEnvironment): Operation[] {
  return [
    getOperatorInstance(instance, environment),
    listOperatorNetworks(instance),
    updateOperatorNetwork(instance),
    createOperatorNetwork(instance),
    checkOperatorEndpoints(instance),
    listEndpointSuggestions(instance),
    getOperatorRates(instance),
    listOperatorPeople(instance),
    getOperatorHealth(instance, environment),
  ];
}
