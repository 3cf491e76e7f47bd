// The terms on which an app accepts an asset: fields of their own, checked against the network and each other.
import { Type } from 'typebox';
import { parseUnits } from '../../core/money/decimal.ts';
import { fieldProblem } from '../../core/problem.ts';
import { decimal, nullable } from '../../io/http/schemas.ts';
import type { Network } from '../catalog/catalog.ts';

export const termFields = {
  confirmations: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))),
  min_total: Type.Optional(nullable(decimal)),
  max_total: Type.Optional(nullable(decimal)),
};

export interface Terms {
  readonly confirmations: number | null;
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
}

/** Throws Problem naming the field: confirmations below the network's own, or a least total above the greatest. */
export function checkTerms(terms: Terms, network: Network): void {
  if (terms.confirmations !== null && terms.confirmations < network.confirmations) {
    throw fieldProblem('confirmations', 'out_of_range', `${network.name} needs at least ${network.confirmations}.`);
  }
  if (terms.minTotal === null || terms.maxTotal === null) return;
  if ((parseUnits(terms.minTotal, 30) as bigint) > (parseUnits(terms.maxTotal, 30) as bigint)) {
    throw fieldProblem('max_total', 'out_of_range', 'Must not be less than min_total.');
  }
}
