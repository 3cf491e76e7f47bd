// The operations for operators. They show the state of the instance and no data of its users.
import type { Config } from '../../../core/config/config.ts';
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
import { getOperatorSettings } from './settings/get-operator-settings.ts';
import { sendTestMail } from './settings/send-test-mail.ts';
import { testBackupTarget } from './settings/test-backup-target.ts';
import { updateOperatorSettings } from './settings/update-operator-settings.ts';

export type OperatorEnvironment = Pick<
  Environment,
  | 'variables'
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

export interface OperatorParts {
  readonly environment: OperatorEnvironment;
  readonly config: Config;
  /** Returns why the service cannot be served under this URL, or null. */
  readonly refusesUrl: (publicUrl: string) => string | null;
}

export function operatorRoutes(instance: Instance, parts: OperatorParts): Operation[] {
  const { environment } = parts;
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
    getOperatorSettings(instance, parts),
    updateOperatorSettings(instance, parts),
    sendTestMail(instance, parts),
    testBackupTarget(instance, parts),
  ];
}
