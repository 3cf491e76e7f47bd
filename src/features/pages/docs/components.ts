// Names the objects of the API document. Objects that several operations return are defined once under components.
import type { TSchema } from 'typebox';
import { eventTypes } from '../../../core/event.ts';
import type { Operation } from '../../../io/http/operation.ts';
import { currencyInBody, WarningView } from '../../../io/http/schemas.ts';
import { EventTypes } from '../../events/webhooks/webhook-body.ts';
import { CryptocurrencyView, NetworkOfCryptocurrency } from '../../known/catalog/view.ts';
import {
  CaptionBody,
  CustomerBody,
  MetadataBody,
  OrderBody,
  ReturnAddressBody,
} from '../../money/invoices/invoice-body.ts';
import { TurnoutPartView, TurnoutView } from '../../operations/reports/statistics/statistics-view.ts';
import { CreditedView } from '../../operations/reports/view.ts';
import { RoleName } from '../../people/apps/team/member-view.ts';
import { AppTokenScopeName } from '../../people/apps/tokens/app-token-view.ts';
import { ScopeName } from '../../people/identity/view.ts';
import { RedirectUris } from '../../people/oauth2/clients/client-body.ts';

/** A JSON Schema in the document. */
export type Schema = { readonly [keyword: string]: unknown };

export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The schema, with every named part replaced by a reference. */
  referring(schema: TSchema | Schema): Schema;
  /** The name of an operation's request body. */
  bodyName(operation: Pick<Operation, 'id'>): string;
}

/**
 * Objects are named after their operation ("listInvoices" returns `Invoice`s), except where that name belongs to
 * another object.
 */
const answerNames: Readonly<Record<string, string>> = {
  getApp: 'PublicApp',
  getCryptocurrency: 'CryptocurrencyWithNetworks',
  listCryptocurrencies: 'CryptocurrencyWithNetworks',
  createAppToken: 'NewAppToken',
  createPersonalAccessToken: 'NewPersonalAccessToken',
  createWebhook: 'WebhookWithSecret',
  rotateWebhookSecret: 'WebhookWithSecret',
  redeliverWebhookDelivery: 'WebhookDelivery',
  testWebhook: 'WebhookDelivery',
  assignUnmatchedPayment: 'Transaction',
  assignPullPayment: 'Refund',
};

/** Objects that are parts of several others and that no operation returns. */
const pieces: Readonly<Record<string, TSchema>> = {
  Cryptocurrency: CryptocurrencyView,
  Credited: CreditedView,
  NetworkOfCryptocurrency,
  Turnout: TurnoutView,
  TurnoutPart: TurnoutPartView,
  AppTokenScope: AppTokenScopeName,
  AnyEventType: { type: 'string', enum: [...eventTypes, 'webhook.test'] } as unknown as TSchema,
  EventType: { type: 'string', enum: [...eventTypes] } as unknown as TSchema,
  CaptionBody,
  CurrencyCode: currencyInBody,
  CustomerBody,
  EventTypes,
  MetadataBody,
  OrderBody,
  RedirectUris,
  ReturnAddressBody,
  RoleName,
  Scope: ScopeName,
  Warning: WarningView,
};

/** Names every operation's body and response. The same schema always gets the same name. */
export function nameComponents(operations: readonly Operation[], more: Readonly<Record<string, Schema>>): Components {
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(more));
  const give = (schema: object, name: string, otherwise: string) => {
    const text = JSON.stringify(schema);
    if (names.has(text)) return;
    const free = [name, otherwise].find((one) => !taken.has(one));
    if (free === undefined) throw new Error(`Two schemas would have the same name ${name}: ${text}`);
    names.set(text, free);
    taken.add(free);
  };
  for (const [name, schema] of Object.entries(pieces)) give(schema, name, name);
  const readsFirst = operations.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
  for (const operation of readsFirst) {
    const answer = objectAnswered(operation);
    const name = answerNames[operation.id] ?? nounOf(operation.id);
    if (answer !== null) give(answer, name, `${capitalised(operation.id)}Answer`);
  }
  for (const operation of operations) {
    if (operation.body !== undefined) taken.add(bodyName(operation));
  }
  const referring = (schema: object) => replaceNamed(schema, names, null) as Schema;
  const schemas: Record<string, Schema> = { ...more };
  for (const [text, name] of names) schemas[name] = replaceNamed(JSON.parse(text), names, name) as Schema;
  for (const operation of operations) {
    if (operation.body !== undefined)
      schemas[bodyName(operation)] = referring(JSON.parse(JSON.stringify(operation.body)));
  }
  return {
    schemas: sorted(schemas),
    referring: (schema) => referring(JSON.parse(JSON.stringify(schema))),
    bodyName,
  };
}

/** Whether an operation returns a list. If it takes a cursor, the list has pages. */
export function answersList(operation: Pick<Operation, 'answer'>): boolean {
  return (operation.answer as unknown as Schema).type === 'array';
}

function objectAnswered(operation: Operation): object | null {
  if (operation.contentType !== undefined) return null;
  const answer = operation.answer as unknown as Schema;
  const one = (answer.type === 'array' ? answer.items : answer) as Schema;
  // An object without properties is not worth a name.
  return one.type === 'object' && one.properties !== undefined ? one : null;
}

function nounOf(id: string): string {
  const [verb = '', ...words] = id.split(/(?=[A-Z])/);
  const noun = words.join('');
  if (verb !== 'list') return noun;
  return noun.endsWith('ies')
    ? `${noun.slice(0, -3)}y`
    : noun.endsWith('sses')
      ? noun.slice(0, -2)
      : noun.replace(/s$/, '');
}

function bodyName({ id }: Pick<Operation, 'id'>): string {
  return `${capitalised(id)}Body`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `self` is the name of the schema being written, which must not refer to itself. */
function replaceNamed(value: unknown, names: ReadonlyMap<string, string>, self: string | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replaceNamed(one, names, null));
  const name = names.get(JSON.stringify(value));
  if (name !== undefined && name !== self) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceNamed(inner, names, null)]));
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
