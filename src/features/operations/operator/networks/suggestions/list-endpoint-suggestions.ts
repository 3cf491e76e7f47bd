// GET /operator/endpoint-suggestions: public endpoints of a network, from a list that a person reads and chooses from.
import { type Operation, operation } from '../../../../../io/http/operation.ts';
import { catalogAnswer, catalogQuery } from '../../../../../io/http/page.ts';
import { nullable } from '../../../../../io/http/schemas.ts';
import { Type } from '../../../../../io/schema.ts';
import type { Instance } from '../../../../instance.ts';
import { operatorOnly, requireOperator } from '../../require-operator.ts';
import { endpointSuggestions, type Suggestion } from './endpoint-suggestions.ts';
import { callsPerDayOf } from './usual-calls.ts';

const yesOrNo = (description: string) =>
  nullable(Type.Boolean({ description: `${description} null: not documented.` }));

const SuggestionView = Type.Object({
  network: Type.String(),
  provider: Type.String(),
  endpoint: Type.String({ description: 'Its address. KEY stands for a key of an account with the provider.' }),
  needs_key: Type.Boolean(),
  limits: Type.String({ description: 'The documented limits.' }),
  privacy: Type.String({ description: 'The data that the provider can see.' }),
  serves_logs: yesOrNo('Whether it serves eth_getLogs.'),
  serves_history: yesOrNo('Whether it serves old state or a history of addresses.'),
  serves_traces: yesOrNo('Whether it serves traces.'),
  documentation: Type.String({ description: 'The provider’s own page.' }),
  read_at: Type.String({ description: 'The day on which that page was read.', examples: ['2026-11-29'] }),
  calls_per_day: nullable(
    Type.Integer({ description: 'About so many calls a day this instance makes while nothing is open.' }),
  ),
});

export function listEndpointSuggestions(instance: Instance): Operation {
  return operation({
    ...operatorOnly,
    id: 'listEndpointSuggestions',
    method: 'GET',
    path: '/operator/endpoint-suggestions',
    summary: 'List endpoint suggestions',
    description: 'Public endpoints that a person may choose. The service contacts none of them by itself.',
    query: Type.Object({
      ...catalogQuery,
      network: Type.Optional(Type.String({ maxLength: 300, description: 'Only those of this network.' })),
    }),
    answer: Type.Array(SuggestionView),
    handle: async ({ caller, query, url }) => {
      await requireOperator(instance, caller);
      const { catalog } = instance;
      const wanted = query.network === undefined ? null : (catalog.networkBySymbol(query.network)?.symbol ?? '');
      const items = endpointSuggestions
        .map((one, at) => ({ id: placeOf(at), one }))
        .filter(({ one }) => wanted === null || one.network === wanted);
      return catalogAnswer(items, query, { publicUrl: instance.publicUrl, url }, ({ one }) =>
        suggestionView(one, callsPerDayOf(catalog.networkBySymbol(one.network), one.endpoint)),
      );
    },
  });
}

/** An id for cursors. */
function placeOf(at: number): string {
  return `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
}

function suggestionView(one: Suggestion, callsPerDay: number | null) {
  return {
    network: one.network,
    provider: one.provider,
    endpoint: one.endpoint,
    needs_key: one.endpoint.includes('KEY'),
    limits: one.limits,
    privacy: one.privacy,
    serves_logs: one.logs,
    serves_history: one.history,
    serves_traces: one.traces,
    documentation: one.documentation,
    read_at: one.readAt,
    calls_per_day: callsPerDay,
  };
}
