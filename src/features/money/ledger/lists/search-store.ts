// SQL that finds invoices and transactions by a search text. Every branch of the search uses an index.
import type { Search } from '../../../../core/list-filters.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { beginningWith, boundValues } from '../../../../io/db/keyset.ts';
import { type Found, foundBy } from '../../../../io/db/lists/found-ids.ts';
import { type InvoiceTerms, invoiceBeginsWith, invoiceConditions } from './invoice-terms.ts';

/** The search text and the apps to search. */
export interface Sought extends Search {
  readonly appIds: readonly string[];
  /** The canonical addresses that the text can mean, in each family. */
  readonly addresses: readonly string[];
  /** The addresses among them that belong to an owner of these apps. */
  readonly ownAddresses: readonly string[];
}

type Bind = (value: unknown) => string;

/** Returns the addresses that belong to an owner of these apps. */
export async function listOwnAddresses(
  db: Queryable,
  appIds: readonly string[],
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await db.query<{ address: string }>(
    `select distinct address from address_owners
     where address = any($1::text[]) and owner_id in (select owner_id from apps where id = any($2::uuid[]))
       and family in (select family from networks)`,
    [addresses, appIds],
  );
  return rows.map(({ address }) => address);
}

/** Finds invoices by reference, customer or id, or by one of their transactions. */
export async function findInvoiceIds(db: Queryable, sought: Sought): Promise<Found> {
  const { values, bind } = boundValues();
  const apps = `app_id = any(${bind(sought.appIds)}::uuid[])`;
  const ways = [...waysToInvoices(sought, apps, bind), ...waysToTransactions(sought, apps, 'invoice_id', bind)];
  return foundBy(db, ways, values);
}

/** Finds transactions directly or by their invoices. */
export async function findTransactionIds(db: Queryable, sought: Sought): Promise<Found> {
  const theirs = await findInvoicesNamed(db, sought);
  if (theirs === null) return null;
  const { values, bind } = boundValues();
  const apps = `app_id = any(${bind(sought.appIds)}::uuid[])`;
  const ofInvoices = `select id from transactions where invoice_id = any(${bind(theirs)}::uuid[])`;
  return foundBy(db, [...waysToTransactions(sought, apps, 'id', bind), ofInvoices], values);
}

/** Finds invoices by reference, customer or id. */
export async function findInvoicesNamed(db: Queryable, sought: Sought): Promise<Found> {
  const { values, bind } = boundValues();
  const apps = `app_id = any(${bind(sought.appIds)}::uuid[])`;
  return foundBy(db, waysToInvoices(sought, apps, bind), values);
}

/** Finds invoices that have a transaction in one of these assets. */
export async function findInvoicesPaidWith(
  db: Queryable,
  appIds: readonly string[],
  assetIds: readonly string[],
): Promise<Found> {
  const way = `select invoice_id from transactions where app_id = any($1::uuid[]) and asset_id = any($2::uuid[])`;
  return foundBy(db, [way], [appIds, assetIds]);
}

/** Finds the transactions of invoices with these terms. */
export async function findTransactionsOf(
  db: Queryable,
  appIds: readonly string[],
  terms: InvoiceTerms,
): Promise<Found> {
  const { values, bind } = boundValues();
  const whose = [`i.app_id = any(${bind(appIds)}::uuid[])`, ...invoiceConditions(terms, bind)].join(' and ');
  const way = `select t.id from invoices i join transactions t on t.invoice_id = i.id where ${whose}`;
  return foundBy(db, [way], values);
}

/**
 * A condition that checks one invoice `i` at a time. For an address it checks only the transactions of the invoice,
 * because only an address can have that many results.
 */
export function invoiceHas(sought: Sought, bind: Bind): string {
  if (sought.addresses.length === 0) return invoiceBeginsWith(sought, bind);
  return `(select true from transactions t where t.invoice_id = i.id and ${atEitherEnd(sought, bind)} limit 1)`;
}

/** The same condition for a transaction `t`. */
export function transactionHas(sought: Sought, bind: Bind): string {
  if (sought.addresses.length > 0) return atEitherEnd(sought, bind);
  return `(select true from invoices i where i.id = t.invoice_id and ${invoiceBeginsWith(sought, bind)})`;
}

function atEitherEnd({ addresses, ownAddresses }: Sought, bind: Bind): string {
  const from = `t.hash is not null and t.sender = any(${bind(addresses)}::text[])`;
  return ownAddresses.length === 0 ? `(${from})` : `(t.recipient = any(${bind(ownAddresses)}::text[]) or ${from})`;
}

function waysToInvoices({ text, id }: Sought, apps: string, bind: Bind): string[] {
  const begins = bind(beginningWith(text));
  return [
    `select id from invoices where ${apps} and reference like ${begins}`,
    `select id from invoices where ${apps} and customer ->> 'email' is not null
       and lower(customer ->> 'email') like lower(${begins})`,
    ...(id === null ? [] : [`select id from invoices where id = ${bind(id)}::uuid and ${apps}`]),
  ];
}

function waysToTransactions(
  { id, hashes, addresses, ownAddresses }: Sought,
  apps: string,
  column: 'id' | 'invoice_id',
  bind: Bind,
): string[] {
  const hash = `any(${bind(hashes)}::text[])`;
  return [
    ...(id === null ? [] : [`select ${column} from transactions where id = ${bind(id)}::uuid and ${apps}`]),
    `select ${column} from transactions where ${apps} and hash is not null and hash = ${hash}`,
    // A transaction names only one of the chain transactions that pay it. Its transfers name all of them.
    `select t.${column} from transfers f join transactions t on t.id = f.transaction_id
     where f.network_id in (select id from networks) and f.tx_hash = ${hash} and t.${apps}`,
    ...(ownAddresses.length === 0
      ? []
      : [`select ${column} from transactions where recipient = any(${bind(ownAddresses)}::text[]) and ${apps}`]),
    ...(addresses.length === 0
      ? []
      : [
          `select ${column} from transactions
           where ${apps} and hash is not null and sender = any(${bind(addresses)}::text[])`,
        ]),
  ];
}
