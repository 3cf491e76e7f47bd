// Problems of refunds with the names of Greenfield's fields.
import { type FieldError, Problem } from '../../../../core/problem.ts';

/** The name in Greenfield of each field of our API. */
export type FieldNames = Readonly<Record<string, string>>;

/** Runs the act, and renames the fields of a Problem that it throws. */
export async function withFieldNames<Result>(names: FieldNames, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors === undefined) throw error;
    const { code, detail, headers } = error;
    const renamed = ({ field, ...rest }: FieldError) => ({ ...rest, field: names[field] ?? field });
    throw new Problem(code, { detail, headers, errors: error.errors.map(renamed) });
  }
}
