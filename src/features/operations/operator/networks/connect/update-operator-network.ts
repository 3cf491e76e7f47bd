// PUT /operator/network/{symbol}: connects a network to endpoints, which are checked first, or switches it off.
import { type Operation, operation } from '../../../../../io/http/operation.ts';
import { Type } from '../../../../../io/schema.ts';
import type { Instance } from '../../../../instance.ts';
import { personOf } from '../../../../people/identity/person.ts';
import { operatorSession, requireOperator } from '../../require-operator.ts';
import { checkConnection, saveConnection } from './connect-network.ts';
import { ConnectionView, connectionView } from './connection-view.ts';
import { endpointsInBody } from './endpoint-body.ts';
import { networkToConnect } from './network-to-connect.ts';

const UpdateBody = Type.Object(
  {
    endpoints: Type.Optional(endpointsInBody),
    enabled: Type.Optional(
      Type.Boolean({ description: 'false switches the network off and keeps its endpoints. Default: unchanged.' }),
    ),
  },
  { additionalProperties: false },
);

export function updateOperatorNetwork(instance: Instance): Operation {
  return operation({
    ...operatorSession,
    id: 'updateOperatorNetwork',
    method: 'PUT',
    path: '/operator/network/:symbol',
    summary: 'Connect network',
    description: [
      'Each endpoint is checked first. An error is named per endpoint, and nothing is saved. Every process uses the',
      'change within 5 seconds. Open invoices of a network that is switched off stay readable.',
    ].join(' '),
    writes: 'operator_network',
    params: Type.Object({ symbol: Type.String({ maxLength: 300, description: 'In any case.' }) }),
    body: UpdateBody,
    answer: ConnectionView,
    handle: async ({ params, body, caller, origin, commit }) => {
      await requireOperator(instance, caller);
      const network = await networkToConnect(instance, params.symbol);
      const checked = await checkConnection(instance, network, body);
      const by = { caller, origin, personId: personOf(caller) };
      return connectionView(await commit((trx) => saveConnection(trx, instance, by, checked)));
    },
  });
}
