// POST /app-address: an address or an extended public key of the merchant's own begins to receive. Never a private key.

import { fieldProblem } from '../../core/problem.ts';
import { isRefusal } from '../../io/chains/codec.ts';
import { codecOf, readAddressOf } from '../../io/chains/codecs.ts';
import type { Queryable } from '../../io/db/database.ts';
import { isUniqueViolation } from '../../io/db/postgres.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { nullable, uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownLiveApp } from '../apps/own-app.ts';
import type { App } from '../apps/store.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { listBlockedAssets } from '../networks/blocklist-store.ts';
import { refusePrivate } from './refuse-private.ts';
import { type AppAddress, insertAppAddress, upsertWallet, watchAddress } from './store.ts';
import { tellAddressChanged } from './tell-address-changed.ts';
import { AppAddressView, appAddressView } from './view.ts';

const valueDescription =
  'The address, or the extended public key. On UTXO networks a bare xpub (tpub) means P2PKH addresses, ypub (upub) P2SH-P2WPKH ' +
  'and zpub (vpub) P2WPKH, as SLIP-132 has it; an output descriptor, such as tr(xpub…/0/*), says it itself.';

const Body = Type.Object(
  {
    app_id: uuid,
    network: Type.String({ minLength: 1, maxLength: 50, description: 'Network symbol, e.g. ethereum.' }),
    kind: Type.Unsafe<'address' | 'xpub'>({ type: 'string', enum: ['address', 'xpub'] }),
    value: Type.String({ minLength: 1, maxLength: 1000, description: valueDescription }),
    label: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  },
  { additionalProperties: false },
);

export function createAppAddress(instance: Instance): Operation {
  return operation({
    id: 'createAppAddress',
    method: 'POST',
    path: '/app-address',
    group: 'App Addresses',
    summary: 'Add a receiving address',
    access: { cookie: true, recentSignIn: true, pat: 'addresses:write' },
    body: Body,
    status: 201,
    answer: AppAddressView,
    problems: ['not_found', 'app_archived'],
    handle: async ({ body, caller, origin, commit }) => {
      // Before anything else, so that it can neither be stored nor logged.
      refusePrivate('value', body.value);
      refusePrivate('label', body.label);
      const app = await ownLiveApp(instance.db, body.app_id, caller);
      const network = networkFor(instance, app, body.network);
      const value = readValue(body.kind, body.value, network);
      const added = { app, network, kind: body.kind, value, label: body.label ?? null };
      return commit(async (trx) =>
        appAddressView(instance, await addAddress(instance, trx, added, { caller, origin })),
      );
    },
  });
}

interface NewAddress {
  readonly app: App;
  readonly network: Network;
  readonly kind: 'address' | 'xpub';
  /** Canonical. */
  readonly value: string;
  readonly label: string | null;
}

/** Puts a wallet to use and watches it. Throws Problem naming `value`: another owner's, or in use by the app already. */
async function addAddress(
  instance: Instance,
  trx: Queryable,
  wanted: NewAddress,
  call: Parameters<typeof tellAddressChanged>[4],
): Promise<AppAddress> {
  const { app, network, kind, value, label } = wanted;
  const now = instance.clock.now();
  const { family } = network;
  const wallet = await upsertWallet(trx, {
    id: instance.newId(),
    ownerId: app.ownerId,
    family,
    kind,
    value,
    createdAt: now,
  });
  if (wallet.ownerId !== app.ownerId)
    throw fieldProblem('value', 'address_in_use', 'Another owner on this instance uses it.');
  const address: AppAddress = {
    id: instance.newId(),
    appId: app.id,
    networkId: network.id,
    walletId: wallet.id,
    kind,
    value,
    label,
    nextIndex: wallet.nextIndex,
    usedIndex: wallet.usedIndex,
    enabled: true,
    blockedAssets: await listBlockedAssets(trx, wallet.id, network.id),
    createdAt: now,
    updatedAt: now,
  };
  try {
    await insertAppAddress(trx, address);
  } catch (error) {
    if (!isUniqueViolation(error, 'app_addresses_one_use')) throw error;
    throw fieldProblem('value', 'taken', 'The app uses it on this network already.');
  }
  if (kind === 'address') await watchAddress(trx, network.id, value, wallet.id, app.id);
  await tellAddressChanged(trx, instance, address, 'added', call, null);
  return address;
}

function networkFor(instance: Pick<Instance, 'catalog'>, app: App, symbol: string): Network {
  const network = instance.catalog.networkBySymbol(symbol);
  if (network === null)
    throw fieldProblem('network', 'unknown_network', 'There is no such network. See GET /networks.');
  if (network.test !== (app.environment === 'development')) {
    throw fieldProblem(
      'network',
      'wrong_environment',
      `A ${app.environment} app uses ${network.test ? 'main' : 'test'} networks only.`,
    );
  }
  return network;
}

function readValue(kind: 'address' | 'xpub', text: string, network: Network): string {
  const codec = codecOf(network.family);
  const read =
    kind === 'address'
      ? readAddressOf(network.family, text, network.facts)
      : codec.readExtendedKey(text, network.facts);
  if (isRefusal(read)) throw fieldProblem('value', read.code, read.message);
  return read.canonical;
}
