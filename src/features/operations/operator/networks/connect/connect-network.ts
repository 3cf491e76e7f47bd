// Connects a network to endpoints, or switches it off. The API and the command line share these steps.
import { maskedEndpoint } from '../../../../../core/config/operator-networks/mask-endpoint.ts';
import { fieldProblem } from '../../../../../core/problem.ts';
import type { ProbeReport } from '../../../../../io/chains/probes/probe.ts';
import type { Queryable } from '../../../../../io/db/database.ts';
import type { Instance } from '../../../../instance.ts';
import { saveOperatorNetwork } from '../../../../known/settings/networks/operator-networks.ts';
import type { ChangedBy } from '../../../../people/audit/audit-change.ts';
import type { Connection } from './connection-view.ts';
import { readEndpoints } from './endpoint-body.ts';
import type { NetworkToConnect } from './network-to-connect.ts';
import { requireUsable } from './probe-report.ts';
import { recordConnection } from './record-connection.ts';

/** Absent fields keep the saved values. */
export interface WantedConnection {
  readonly endpoints?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
}

export interface CheckedConnection {
  readonly network: NetworkToConnect;
  readonly endpoints: readonly string[];
  readonly enabled: boolean;
  /** Empty if the network is switched off: its endpoints are not asked. */
  readonly reports: readonly ProbeReport[];
}

/** Reads and checks the wanted connection, and changes nothing. Throws Problem validation_failed. */
export async function checkConnection(
  { clock }: Pick<Instance, 'clock'>,
  network: NetworkToConnect,
  wanted: WantedConnection,
): Promise<CheckedConnection> {
  const { held, target, fixedBy } = network;
  if (fixedBy !== null) {
    const field = wanted.endpoints === undefined ? 'enabled' : 'endpoints';
    throw fieldProblem(field, 'fixed', `${fixedBy} sets the endpoints and wins. Remove them there to set them here.`);
  }
  const saved = held?.endpoints ?? [];
  const endpoints = wanted.endpoints === undefined ? saved : readEndpoints(wanted.endpoints, saved, target.family);
  const enabled = wanted.enabled ?? held?.enabled ?? true;
  if (!enabled) return { network, endpoints, enabled, reports: [] };
  if (endpoints.length === 0) throw fieldProblem('endpoints', 'required', 'A connected network needs an endpoint.');
  return { network, endpoints, enabled, reports: await requireUsable(target, endpoints, clock.now()) };
}

/** Saves the checked connection. Throws Problem validation_failed if another request changed it meanwhile. */
export async function saveConnection(
  trx: Queryable,
  instance: Instance,
  by: ChangedBy & { readonly personId: string | null },
  { network, endpoints, enabled, reports }: CheckedConnection,
): Promise<Connection> {
  const { described, held } = network;
  const { symbol, name } = described;
  const stamp = { id: instance.newId(), revision: instance.newSecretId(), now: instance.clock.now() };
  const wanted = { symbol, definition: held?.definition ?? null, endpoints, enabled, held };
  const id = await saveOperatorNetwork(trx, instance.vault, wanted, stamp);
  if (id === null) throw fieldProblem('endpoints', 'changed', 'The network was changed meanwhile. Load it again.');
  const before = held === null ? null : stateOf(symbol, held);
  const after = stateOf(symbol, { endpoints, enabled });
  const says = !enabled ? 'was switched off' : held === null ? 'was connected' : 'was connected to other endpoints';
  await recordConnection(trx, instance, by, { id, personId: by.personId, name, before, after, says });
  return { network: described, endpoints, enabled, reports };
}

export function stateOf(symbol: string, { endpoints, enabled }: Pick<CheckedConnection, 'endpoints' | 'enabled'>) {
  return { symbol, enabled, addresses: endpoints.map(maskedEndpoint) };
}
