// Problems of refunds with the names that the fields of another request have.
import { type FieldError, Problem } from '../../../../../core/problem.ts';

/** Runs the act, and renames the fields of a Problem that it throws. */
export async function withRenamedFields<Result>(
  rename: (field: string) => string,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors === undefined) throw error;
    const { code, detail, headers } = error;
    const errors = error.errors.map((one: FieldError) => ({ ...one, field: rename(one.field) }));
    throw new Problem(code, { detail, headers, errors });
  }
}
