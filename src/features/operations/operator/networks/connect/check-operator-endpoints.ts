// POST /operator/endpoint-check: checks endpoints of a network and saves nothing.
import { probeEndpoints } from '../../../../../io/chains/probes/probe-endpoints.ts';
import { type Operation, operation } from '../../../../../io/http/operation.ts';
import { Type } from '../../../../../io/schema.ts';
import type { Instance } from '../../../../instance.ts';
import { operatorSession, requireOperator } from '../../require-operator.ts';
import { endpointsInBody, readEndpoints } from './endpoint-body.ts';
import { networkToConnect } from './network-to-connect.ts';
import { checkView, EndpointCheck } from './probe-report.ts';

const CheckBody = Type.Object(
  {
    network: Type.String({ maxLength: 300, description: 'The symbol of the network.', examples: ['ethereum'] }),
    endpoints: endpointsInBody,
  },
  { additionalProperties: false },
);

export function checkOperatorEndpoints(instance: Instance): Operation {
  return operation({
    ...operatorSession,
    id: 'checkOperatorEndpoints',
    method: 'POST',
    path: '/operator/endpoint-check',
    summary: 'Check endpoints',
    description: 'Asks each endpoint for its chain and for what payments are read with. Nothing is saved.',
    writes: 'operator_network',
    body: CheckBody,
    answer: Type.Array(EndpointCheck, { description: 'In the order of the endpoints.' }),
    handle: async ({ body, caller, commit }) => {
      await requireOperator(instance, caller);
      const { target, held } = await networkToConnect(instance, body.network);
      const endpoints = readEndpoints(body.endpoints, held?.endpoints ?? [], target.family);
      const reports = await probeEndpoints(target, endpoints, instance.clock.now().getTime() / 1000);
      return commit(async () => reports.map((report, at) => checkView(endpoints[at] as string, report)));
    },
  });
}
