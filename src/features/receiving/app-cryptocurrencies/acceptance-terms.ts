// The terms on which an app accepts an asset, checked against the network and each other.

import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { parseUnits } from '../../../core/money/decimal.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { factsOf } from '../../../io/chains/codecs.ts';
import { decimal, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Network } from '../../known/catalog/catalog.ts';

export const unconfirmedRisk =
  'Until a payment is mined, its sender can replace it or spend its coins elsewhere, ' +
  'and no property of the payment shows whether that will happen. The shop bears the risk of goods released before. ' +
  'Nothing is credited before its confirmations.';
/** The full description is on the AppCryptocurrency schema. */
const unconfirmedTerm = 'For UTXO networks only: see AppCryptocurrency.';

export const termFields = fieldsOf('app_cryptocurrency', {
  confirmations: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))),
  min_total: Type.Optional(nullable(decimal)),
  max_total: Type.Optional(nullable(decimal)),
  accept_unconfirmed_up_to: Type.Optional(nullable({ ...decimal, description: unconfirmedTerm })),
});

export interface Terms {
  readonly confirmations: number | null;
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
  readonly acceptUnconfirmedUpTo: string | null;
}

/**
 * Throws Problem naming the field: fewer confirmations than the network's own, unconfirmed payments on a network that
 * does not show them, or a minimum above the maximum.
 */
export function checkTerms(terms: Terms, network: Network): void {
  if (terms.confirmations !== null && terms.confirmations < network.confirmations) {
    throw fieldProblem('confirmations', 'out_of_range', `${network.name} needs at least ${network.confirmations}.`);
  }
  if (terms.acceptUnconfirmedUpTo !== null && !factsOf(network.family).showsMempool) {
    throw fieldProblem(
      'accept_unconfirmed_up_to',
      'not_on_network',
      `${network.name} does not show payments before they are in a block.`,
    );
  }
  if (terms.minTotal === null || terms.maxTotal === null) return;
  if ((parseUnits(terms.minTotal, 30) as bigint) > (parseUnits(terms.maxTotal, 30) as bigint)) {
    throw fieldProblem('max_total', 'out_of_range', 'Must not be less than min_total.');
  }
}
