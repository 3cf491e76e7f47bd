// POST /app-address: adds a receiving address or an extended public key to an app. Private keys are rejected.
import type { Static } from 'typebox';
import { effectsOf } from '../../../core/effects/effects-of.ts';
import { requireEffects } from '../../../core/effects/require-effects.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { isRefusal, type KeyScript, keyScripts } from '../../../io/chains/codec.ts';
import { codecOf, readAddressOf } from '../../../io/chains/codecs.ts';
import { walletCodecOf } from '../../../io/chains/keys/wallet-codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUniqueViolation } from '../../../io/db/sql-fault.ts';
import { type Call, type Operation, operation } from '../../../io/http/operation.ts';
import { nullable, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { listBlockedAssets } from '../../known/networks/blocklist-store.ts';
import { ownLiveApp } from '../../people/apps/own-app.ts';
import { effectiveFrom } from '../../people/apps/payout-delay.ts';
import type { App } from '../../people/apps/store.ts';
import { emitAddressChanged } from '../../receiving/addresses/emit-address-changed.ts';
import { proveControl } from '../../receiving/addresses/ownership/prove-control.ts';
import { reserveAhead } from '../../receiving/addresses/ownership/reserve-ahead.ts';
import { holdChange } from '../../receiving/addresses/payout-lock/hold-change.ts';
import { resumeIfWell } from '../../receiving/addresses/payout-lock/resume-if-well.ts';
import { refusePrivate } from '../../receiving/addresses/refuse-private.ts';
import { confirmFindings, recordFindings } from '../../receiving/addresses/safety/finding-store.ts';
import { type Judged, judgeAddress, requireSafe } from '../../receiving/addresses/safety/judge-address.ts';
import { type AppAddress, insertAppAddress, watchAddress } from '../../receiving/addresses/store.ts';
import { AppAddressView, appAddressView } from '../../receiving/addresses/view.ts';
import { lookAhead, obtainWallet, type WantedWallet } from './obtain-wallet.ts';

const valueDescription = [
  'The address, or the extended public key. On UTXO networks, ypub (upub) means P2SH-P2WPKH and zpub (vpub) means',
  'P2WPKH (SLIP-132). An output descriptor, such as tr(xpub…/0/*), states its kind. A bare xpub (tpub) needs',
  '`script` or `first_address`, unless its origin, such as [d34db33f/84h/0h/0h], names the purpose. Multisig wallets',
  'are given as a descriptor: wsh(sortedmulti(2,…)). Quotes and white space are ignored, and the files that',
  'wallets export (Electrum, Coldcard, BlueWallet, Sparrow, Specter, Caravan, Bitcoin Core) are read; `script` chooses',
  'where one holds several accounts.',
].join(' ');

const scriptDescription = [
  'The kind of addresses of a bare xpub (tpub) on a UTXO network. It is never guessed, because a wallet does not see',
  'money sent to the wrong kind.',
].join(' ');

const firstDescription =
  'The first receiving address that the wallet shows for the key. It is checked, and it can replace `script`.';

const signatureDescription = [
  'A signature by the holder of the address (or of the first address of a key) over the `proof_text` of an',
  '`address_in_use` error: EIP-191, EIP-1271, TIP-191, BIP-322 (simple) or BIP-137. It takes the address from an owner',
  'who did not prove control.',
].join(' ');

const confirmDescription = [
  'Accepts an address in spite of a `confirm_needed` error: it holds an unknown contract, or it has sent more than',
  '1,000 transactions. An address that cannot be spent from (`not_spendable`) is never accepted.',
].join(' ');

const Body = Type.Object(
  {
    app_id: uuid,
    network: Type.String({ minLength: 1, maxLength: 50, description: 'Network symbol, e.g. ethereum.' }),
    kind: Type.Unsafe<'address' | 'xpub'>({ type: 'string', enum: ['address', 'xpub'] }),
    value: Type.String({ minLength: 1, maxLength: 4096, description: valueDescription }),
    script: Type.Optional(
      Type.Unsafe<KeyScript>({ type: 'string', enum: [...keyScripts], description: scriptDescription }),
    ),
    first_address: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: firstDescription })),
    signature: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000, description: signatureDescription })),
    confirm: Type.Optional(Type.Boolean({ description: confirmDescription })),
    label: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  },
  {
    additionalProperties: false,
    // Fields that only some requests need are left out: a script for a bare xpub, a signature for a disputed address.
    examples: [
      {
        app_id: '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01',
        network: 'ethereum',
        kind: 'address',
        value: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
        label: 'Cold wallet',
      },
    ],
  },
);

const entered = { enabled: true, isEntered: true };

export function createAppAddress(instance: Instance): Operation {
  return operation({
    id: 'createAppAddress',
    method: 'POST',
    path: '/app-address',
    group: 'App Addresses',
    summary: 'Add a receiving address',
    description: [
      'An address has one owner on an instance, whether it was entered or belongs to an extended public key. An',
      'address of another owner is rejected with `address_in_use` and a `proof_text`: the same request with a',
      '`signature` over it proves control. An address that cannot sign also gets a `proof_payment`: send that amount',
      'from it to itself, and repeat the request after the confirmations. Its owner may use it in several apps. On a',
      'production app that was paid before, it takes effect after a delay, and every owner can stop it until then.',
    ].join(' '),
    access: { cookie: true, pat: 'addresses:write' },
    writes: 'app_address',
    body: Body,
    status: 201,
    answer: AppAddressView,
    problems: ['not_found', 'app_archived', 'address_range_required'],
    handle: async ({ body, caller, origin, commit }) => {
      // Checked first, so that a private key is neither stored nor logged.
      refusePrivate('value', body.value);
      refusePrivate('first_address', body.first_address);
      refusePrivate('label', body.label);
      const app = await ownLiveApp(instance.db, body.app_id, caller);
      requireEffects(effectsOf('app_address', null, entered), caller, app, instance.clock.now());
      const network = networkFor(instance, app, body.network);
      const named = { app, network, kind: body.kind, ...readWallet(body, network) };
      const judged = body.kind === 'address' ? await judgeAddress(instance, network, named.value) : nothingFound;
      requireSafe(judged, body.confirm === true ? 'all' : []);
      if (body.kind === 'address') await reserveAhead(instance, network.family, app.ownerId);
      const ahead = await lookAhead(instance, named);
      const claimed = { ...named, addresses: ahead.addresses };
      const wanted = { ...named, ahead, ...(await proveControl(instance, claimed, body.signature ?? null)), caller };
      const call = { label: body.label ?? null, judged, caller, origin };
      return commit(async (trx) => appAddressView(instance, await addAddress(instance, trx, wanted, call)));
    },
  });
}

/**
 * Adds the wallet to the app and starts watching it. Throws Problem naming `value` if another owner has the address or
 * if the app uses it already.
 */
async function addAddress(
  instance: Instance,
  trx: Queryable,
  wanted: WantedWallet,
  call: Pick<Call<unknown, unknown, unknown>, 'caller' | 'origin'> & {
    readonly label: string | null;
    readonly judged: Judged;
  },
): Promise<AppAddress> {
  const { app, network, kind } = wanted;
  const wallet = await obtainWallet(trx, instance, wanted);
  const now = instance.clock.now();
  const effectiveAt = await effectiveFrom(trx, instance, app);
  const { codes } = call.judged;
  const at = { walletId: wallet.id, networkId: network.id };
  if (kind === 'address') await recordFindings(trx, at, { ...call.judged, now });
  await confirmFindings(trx, at, { ownerId: app.ownerId, codes, now });
  const added = {
    id: instance.newId(),
    appId: app.id,
    networkId: network.id,
    walletId: wallet.id,
    kind,
    value: wallet.value,
    label: call.label,
    nextIndex: wallet.nextIndex,
    usedIndex: wallet.usedIndex,
    enabled: true,
    effectiveAt,
    provedAt: wallet.provedAt,
    blockedAssets: await listBlockedAssets(trx, wallet.id, network.id),
    findings: [...codes],
    confirmedFindings: [...codes],
    createdAt: now,
    updatedAt: now,
  };
  const address: AppAddress = { ...added, mac: instance.seals.sign('app_address', added) };
  try {
    await insertAppAddress(trx, address);
  } catch (error) {
    if (!isUniqueViolation(error, 'app_addresses_one_use')) throw error;
    throw fieldProblem('value', 'taken', 'The app uses it on this network already.');
  }
  if (kind === 'address')
    await watchAddress(trx, { networkId: network.id, address: wallet.value, walletId: wallet.id, appId: app.id });
  const waiting = await holdChange(trx, instance, { address, change: 'added', caller: call.caller });
  await emitAddressChanged(trx, instance, { address, before: null, change: 'added', waiting }, call);
  await resumeIfWell(trx, instance, app.id);
  return address;
}

const nothingFound: Judged = { codes: [], isComplete: true };

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

type NamedWallet = Pick<Static<typeof Body>, 'kind' | 'value' | 'script' | 'first_address'>;

/** `address` is the given address, or the first address of an extended public key. */
function readWallet(
  { kind, value, script, first_address }: NamedWallet,
  network: Network,
): Pick<WantedWallet, 'value' | 'identity' | 'descriptor' | 'address'> {
  if (kind === 'address') {
    for (const [field, said] of Object.entries({ script, first_address }))
      if (said !== undefined) throw fieldProblem(field, 'not_applicable', 'Only an extended public key has this.');
    const address = readAddress('value', value, network);
    return { value: address, identity: address, address };
  }
  const codec = codecOf(network.family);
  const firstAddress = first_address === undefined ? null : readAddress('first_address', first_address, network);
  const wallets = walletCodecOf(network.family);
  const read = wallets.readExtendedKey(value, network.facts, { script: script ?? null, firstAddress });
  if (isRefusal(read)) throw fieldProblem(read.about ?? 'value', read.code, read.message);
  const address = codec.deriveAddress(read.canonical, 0n, network.facts);
  if (firstAddress !== null && firstAddress !== address) {
    const shown = codec.showAddress(address, network.facts);
    const message = `The first address of this key is ${shown}. Compare the key with the wallet, or its account.`;
    throw fieldProblem('first_address', 'other_first_address', message);
  }
  const { canonical, ...parts } = read;
  return { value: canonical, ...parts, address };
}

function readAddress(field: string, text: string, network: Network): string {
  const read = readAddressOf(network.family, text, network.facts);
  // Coins sent to the zero address are lost, so the zero address is rejected too.
  if (isRefusal(read))
    throw fieldProblem(field, read.code === 'zero_address' ? 'not_spendable' : read.code, read.message);
  return read.canonical;
}
