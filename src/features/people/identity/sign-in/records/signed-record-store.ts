// Maps better-auth's models to tables, and defines which of their rows carry a MAC.
import type { Logger } from 'pino';
import type { Queryable } from '../../../../../io/db/database.ts';
import type { RowSeals, SealedKind, SealedRow } from '../../../../known/row-seals/sealed-rows.ts';

export type Values = Record<string, unknown>;

interface Signing {
  readonly seals: RowSeals;
  readonly log: Pick<Logger, 'error'>;
}

type Signed = Extract<SealedKind, 'user' | 'account' | 'session' | 'verification' | 'two_factor'>;

const models: Readonly<Record<string, { readonly table: string; readonly kind: Signed }>> = {
  user: { table: 'users', kind: 'user' },
  account: { table: 'accounts', kind: 'account' },
  session: { table: 'sessions', kind: 'session' },
  verification: { table: 'verifications', kind: 'verification' },
  twoFactor: { table: 'two_factors', kind: 'two_factor' },
};

function modelNamed(name: string): (typeof models)[string] {
  const model = models[name];
  if (model === undefined) throw new Error(`There is no table for ${name}`);
  return model;
}

export function tableOf(model: string): string {
  return modelNamed(model).table;
}

/** Whether the service itself wrote this row in its current form. */
export function isOurs({ seals }: Pick<Signing, 'seals'>, model: string, row: Values): boolean {
  return seals.verify(modelNamed(model).kind, camelCased(row) as SealedRow<Signed>, row.mac as Buffer | null);
}

/**
 * Returns the rows that better-auth may read. Rows that were written outside the service are left out, except that an
 * account row is returned without its password. Its person can then request a reset.
 */
export function readable(signing: Signing, model: string, rows: readonly Values[]): Values[] {
  return rows.flatMap((row) => {
    if (isOurs(signing, model, row)) return [row];
    const what = { event: `${modelNamed(model).kind}.tampered`, id: row.id };
    signing.log.error(what, 'a sign-in record was changed outside the service; rejected');
    return model === 'account' ? [{ ...row, password: null }] : [];
  });
}

/** Signs the row in its current form and returns it with its MAC. */
export async function signRecord(
  { seals }: Pick<Signing, 'seals'>,
  trx: Queryable,
  model: string,
  row: Values,
): Promise<Values> {
  const { table, kind } = modelNamed(model);
  const mac = seals.sign(kind, camelCased(row) as SealedRow<Signed>);
  if (row.mac instanceof Buffer && mac.equals(row.mac)) return row;
  await trx.query(`update ${table} set mac = $2 where id = $1`, [row.id, mac]);
  return { ...row, mac };
}

export function camelCased(row: Values): Values {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
