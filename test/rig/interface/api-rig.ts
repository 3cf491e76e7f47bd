// The API with networks without a watcher, for tests that need no chain.
import type { Json } from '../client.ts';
import type { TestDatabase } from '../database.ts';
import { createMerchant, type Merchant, type MerchantOptions } from '../merchant.ts';
import { enterOffice, openOffice, unwatchedNetworks } from '../pool/office.ts';
import type { ServiceOptions, ServiceProcess } from '../service.ts';
import { type ApiDocument, readDocument } from './document.ts';

export interface ApiRig {
  readonly service: ServiceProcess;
  readonly database: TestDatabase;
  readonly document: ApiDocument;
  /** Creates another merchant. */
  merchant(options?: MerchantOptions): Promise<Merchant>;
  stop(): Promise<void>;
}

/** Without options, the service is shared with other test files, one after the other. */
export interface ApiRigOptions extends Omit<ServiceOptions, 'databaseUrl'> {
  /** The reason why no other story may use this service: "its database is stopped". */
  readonly apart?: string;
}

export async function startApiRig({ apart, ...options }: ApiRigOptions = {}): Promise<ApiRig> {
  const isShared = apart === undefined && Object.keys(options).length === 0;
  const office = await (isShared ? enterOffice() : openOffice({ roles: 'api', config: unwatchedNetworks, ...options }));
  const { service, database } = office;
  return {
    service,
    database,
    document: await readDocument(service.apiUrl),
    merchant: (wanted) => createMerchant(service, wanted),
    stop: office.leave,
  };
}

/** The status, and the refused fields of a problem as `field code`. */
export function verdict(answer: { readonly status: number; readonly body: Json }): string[] {
  return [String(answer.status), ...refusals(answer)];
}

/** The refused fields of a problem, as `field code`. */
export function refusals(answer: { body: Json }): string[] {
  return (answer.body.errors ?? []).map((error: Json) => `${error.field} ${error.code}`);
}
