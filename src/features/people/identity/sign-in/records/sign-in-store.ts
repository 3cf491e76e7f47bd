// better-auth's database adapter, in plain SQL on our tables.
import { createAdapterFactory } from 'better-auth/adapters';
import { APIError } from 'better-auth/api';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../../../../io/db/database.ts';
import { isUniqueViolation } from '../../../../../io/db/sql-fault.ts';
import { hashToken } from '../../../../../io/secrets/token.ts';
import { semaphore } from '../../../../../io/semaphore.ts';
import type { RowSeals } from '../../../../known/row-seals/sealed-rows.ts';
import { idleLimit } from '../../session-store.ts';
import type { RecordChange } from './record-account-changes.ts';
import { camelCased, isOurs, readable, signRecord, tableOf, type Values } from './signed-record-store.ts';

export interface SignInTables {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly seals: RowSeals;
  readonly log: Pick<Logger, 'error'>;
  /** Returns a new UUIDv7. */
  newId(): string;
  /** Returns the initial state of a new user, in the commit that adds them. Throws if sign-up is closed. */
  standingOf(): { readonly role: 'operator' | 'merchant'; readonly awaitsConfirmation: boolean };
  /** Receives every change of a user, password, session or second factor, in the commit of the change. */
  auditChanges(trx: Queryable, changes: readonly RecordChange[]): Promise<void>;
}

type Adapter = ReturnType<typeof createAdapterFactory>;
type Custom = ReturnType<Parameters<typeof createAdapterFactory>[0]['adapter']>;
type Condition = Parameters<Custom['delete']>[0]['where'][number];

/**
 * The adapter for `betterAuth({ database })`. Only the SHA-256 of session tokens is stored. A session that is found by
 * its token contains the token, any other session an empty one.
 */
export function signInTables(tables: SignInTables): Adapter {
  let options: Parameters<Adapter>[0] = {};
  const config = {
    adapterId: 'quittance',
    supportsDates: true,
    supportsBooleans: true,
    supportsUUIDs: true,
    customIdGenerator: () => tables.newId(),
  };
  const inCommit = { ...config, transaction: false } as const;
  const fewAtATime = semaphore(3);
  const factory = createAdapterFactory({
    config: {
      ...config,
      // A sign-up hashes its password within the transaction. The limit leaves connections for other requests during a
      // flood of sign-ups.
      transaction: (act) =>
        fewAtATime(() =>
          tables.db.atomically((trx) =>
            act(createAdapterFactory({ config: inCommit, adapter: () => records(tables, trx) })(options)),
          ),
        ),
    },
    adapter: () => records(tables, tables.db),
  });
  return (given) => {
    options = given;
    return factory(given);
  };
}

function records(tables: SignInTables, db: Queryable): Custom {
  const changing = changer(tables, db);
  return {
    create({ model, data }) {
      return changing(model, async (trx) => {
        const row = await insert(tables, trx, model, data);
        return { answer: fromRow(model, row, data.token) as typeof data, before: [], after: [row] };
      });
    },
    async findOne<T>({ model, where }: { model: string; where: Condition[] }) {
      const [row] = await select(tables, db, { model, where, order: '', limit: 1, offset: 0 });
      return row === undefined ? null : (fromRow(model, row, tokenIn(where)) as T);
    },
    async findMany<T>({ model, where = [], limit, sortBy, offset }: Parameters<Custom['findMany']>[0]) {
      const order = sortBy
        ? `order by ${columnOf(model, sortBy.field)} ${sortBy.direction === 'desc' ? 'desc' : 'asc'}`
        : '';
      const rows = await select(tables, db, { model, where, order, limit, offset: offset ?? 0 });
      return rows.map((row) => fromRow(model, row, tokenIn(where)) as T);
    },
    update<T>({ model, where, update }: { model: string; where: Condition[]; update: T }) {
      return changing(model, async (trx) => {
        const done = await change(tables, trx, { model, where, set: update as Values });
        return { answer: first<T>(model, done.after, where), ...done };
      });
    },
    updateMany({ model, where, update }) {
      return changing(model, async (trx) => {
        const done = await change(tables, trx, { model, where, set: update });
        return { answer: done.after.length, ...done };
      });
    },
    delete({ model, where }) {
      return changing(model, async (trx) => gone(await remove(trx, model, where, ''), undefined));
    },
    deleteMany({ model, where }) {
      return changing(model, async (trx) => {
        const rows = await remove(trx, model, where, '');
        return gone(rows, rows.length);
      });
    },
    consumeOne<T>({ model, where }: { model: string; where: Condition[] }) {
      return changing(model, async (trx) => {
        const rows = await remove(trx, model, where, 'limit 1');
        return gone(rows, first<T>(model, readable(tables, model, rows), where));
      });
    },
    incrementOne<T>({ model, where, increment, set = {} }: Parameters<NonNullable<Custom['incrementOne']>>[0]) {
      return changing(model, async (trx) => {
        const done = await change(tables, trx, { model, where, set, increment });
        return { answer: first<T>(model, done.after, where), ...done };
      });
    },
    async count({ model, where = [] }) {
      const filter = filterOf(model, where, 0);
      const rows = await db.query<{ entries: number }>(
        `select count(*)::int as entries from ${tableOf(model)} where ${filter.text}`,
        filter.values,
      );
      return rows[0]?.entries ?? 0;
    },
  };
}

async function insert(tables: SignInTables, trx: Queryable, model: string, data: Values): Promise<Values> {
  const values: Values = { ...data, ...(model === 'user' ? newUser(tables, data) : {}) };
  const columns = Object.keys(values).filter((field) => values[field] !== undefined);
  const rows = await trx.query<Values>(
    `insert into ${tableOf(model)} (${columns.map((field) => columnOf(model, field)).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
    columns.map((field) => storedValue(model, field, values[field])),
  );
  return signRecord(tables, trx, model, rows[0] as Values);
}

/** The columns of a new user that better-auth does not know. */
function newUser({ seals, standingOf }: SignInTables, { id }: Values): Values {
  const standing = standingOf();
  return { ...standing, roleMac: seals.sign('user_role', { id: String(id), role: standing.role }) };
}

interface Done<T> {
  readonly answer: T;
  readonly before: readonly Values[];
  readonly after: readonly Values[];
}

function first<T>(model: string, rows: readonly Values[], where: readonly Condition[]): T | null {
  return rows[0] === undefined ? null : (fromRow(model, rows[0], tokenIn(where)) as T);
}

function gone<T>(before: readonly Values[], answer: T): Done<T> {
  return { answer, before, after: [] };
}

/** Makes a change and reports it in one commit, either better-auth's or its own. */
function changer(tables: SignInTables, db: Queryable) {
  return async <T>(model: string, act: (trx: Queryable) => Promise<Done<T>>): Promise<T> => {
    if (!watched.has(model)) return (await act(db)).answer;
    const both = async (trx: Queryable) => {
      const { answer, before, after } = await act(trx);
      const records = (rows: readonly Values[]) => new Map(rows.map((row) => [row.id, fromRow(model, row, null)]));
      const [old, now] = [records(before), records(after)];
      const ids = [...new Set([...old.keys(), ...now.keys()])];
      await tables.auditChanges(
        trx,
        ids.map((id) => ({ model, before: old.get(id) ?? null, after: now.get(id) ?? null })),
      );
      return answer;
    };
    return db === tables.db ? tables.db.atomically(both) : both(db);
  };
}

const watched = new Set(['user', 'account', 'session', 'twoFactor']);

/** Selects rows of a model. `order` is an SQL clause, or empty. */
interface Selection {
  readonly model: string;
  readonly where: readonly Condition[];
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

async function select(
  tables: SignInTables,
  db: Queryable,
  { model, where, order, limit, offset }: Selection,
): Promise<Values[]> {
  // better-auth knows only the expiry of a session. This condition also excludes sessions that were not used for long.
  const alive: Condition[] =
    model === 'session'
      ? [{ ...plain, field: 'lastUsedAt', operator: 'gt', value: idleLimit(tables.clock.now()) }]
      : [];
  const filter = filterOf(model, [...where, ...alive], 0);
  const next = filter.values.length + 1;
  const found = await db.query<Values>(
    `select * from ${tableOf(model)} where ${filter.text} ${order} limit $${next} offset $${next + 1}`,
    [...filter.values, limit, offset],
  );
  return readable(tables, model, found);
}

/** New values for the rows of a model, and increments for numeric columns. */
interface Change {
  readonly model: string;
  readonly where: readonly Condition[];
  readonly set: Values;
  readonly increment?: Readonly<Record<string, number>>;
}

async function change(
  tables: SignInTables,
  db: Queryable,
  { model, where, set: given, increment = {} }: Change,
): Promise<{ before: Values[]; after: Values[] }> {
  // An address is changed only through a link that was mailed to it.
  const set: Values = model === 'user' && given.email !== undefined ? { ...given, emailVerified: true } : given;
  const fields = Object.keys(set).filter((field) => set[field] !== undefined);
  const steps = Object.keys(increment);
  const assignments = [
    ...fields.map((field, index) => `${columnOf(model, field)} = $${index + 1}`),
    ...steps.map((field, index) => {
      const column = columnOf(model, field);
      return `${column} = ${column} + $${fields.length + index + 1}`;
    }),
  ];
  const whole = filterOf(model, where, 0);
  // The id does not change. This lock still allows inserts of rows that refer to it, such as audit entries.
  const before = await db.query<Values>(
    `select * from ${tableOf(model)} where ${whole.text} for no key update`,
    whole.values,
  );
  const filter = filterOf(model, where, assignments.length);
  const changed = await db
    .query<Values>(`update ${tableOf(model)} set ${assignments.join(', ')} where ${filter.text} returning *`, [
      ...fields.map((field) => storedValue(model, field, set[field])),
      ...steps.map((field) => increment[field]),
      ...filter.values,
    ])
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'users_email_key')) throw error;
      throw new APIError('UNPROCESSABLE_ENTITY', { code: 'EMAIL_TAKEN', message: 'This address is in use.' });
    });
  // A row that was changed outside the service stays unsigned, except that a new password signs its account row.
  const known = new Set(before.filter((row) => isOurs(tables, model, row)).map(({ id }) => id));
  const after: Values[] = [];
  for (const row of changed) {
    const signs = known.has(row.id) || (model === 'account' && typeof set.password === 'string');
    after.push(signs ? await signRecord(tables, db, model, row) : row);
  }
  return { before, after };
}

function remove(db: Queryable, model: string, where: readonly Condition[], tail: string): Promise<Values[]> {
  const filter = filterOf(model, where, 0);
  const table = tableOf(model);
  return db.query(
    `delete from ${table} where id in (select id from ${table} where ${filter.text} ${tail}) returning *`,
    filter.values,
  );
}

const plain = { connector: 'AND', mode: 'sensitive' } as const;
const signs: Readonly<Record<string, string>> = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** All conditions joined by AND, and at least one of the conditions joined by OR, like better-auth's own adapters. */
function filterOf(model: string, where: readonly Condition[], used: number): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const textOf = ({ field, operator, value }: Condition): string => {
    const column = columnOf(model, field);
    if (value === null) return `${column} is ${operator === 'ne' ? 'not null' : 'null'}`;
    const list = operator === 'in' || operator === 'not_in';
    const sign = signs[operator ?? 'eq'];
    if (!list && sign === undefined) throw new Error(`The operator ${operator} is not supported`);
    const given =
      list && Array.isArray(value)
        ? value.map((one) => storedValue(model, field, one))
        : storedValue(model, field, value);
    values.push(given);
    const place = `$${used + values.length}`;
    if (list) return operator === 'in' ? `${column} = any(${place})` : `${column} <> all(${place})`;
    // E-mail addresses are compared without regard to case.
    return model === 'user' && field === 'email'
      ? `lower(${column}) ${sign} lower(${place})`
      : `${column} ${sign} ${place}`;
  };
  const all = where.filter((one) => one.connector !== 'OR').map(textOf);
  const some = where.filter((one) => one.connector === 'OR').map(textOf);
  return { text: [...all, ...(some.length > 0 ? [`(${some.join(' or ')})`] : [])].join(' and ') || 'true', values };
}

function columnOf(model: string, field: string): string {
  if (!/^[A-Za-z]+$/.test(field)) throw new Error(`${field} is not a column`);
  if (model === 'session' && field === 'token') return 'token_hash';
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function storedValue(model: string, field: string, value: unknown): unknown {
  return model === 'session' && field === 'token' && typeof value === 'string' ? hashToken(value) : value;
}

function tokenIn(where: readonly Condition[]): unknown {
  return where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;
}

function fromRow(model: string, row: Values, token: unknown): Values {
  const { mac: _, roleMac: __, ...record } = camelCased(row);
  if (model !== 'session') return record;
  const { tokenHash: ___, ...rest } = record;
  return { ...rest, token: typeof token === 'string' ? token : '' };
}
