// Problems of refunds with the names of Greenfield's fields.
import { withRenamedFields } from '../../../evidence/refunds/acts/new-refund/renamed-fields.ts';

/** The name in Greenfield of each field of our API. */
export type FieldNames = Readonly<Record<string, string>>;

/** Runs the act, and renames the fields of a Problem that it throws. */
export function withFieldNames<Result>(names: FieldNames, act: () => Promise<Result>): Promise<Result> {
  return withRenamedFields((field) => names[field] ?? field, act);
}
