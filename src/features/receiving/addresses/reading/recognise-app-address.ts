// POST /app-address/recognise: identifies a pasted text and its networks. It changes nothing, but it is a POST because
// paths are logged.
import { fieldProblem } from '../../../../core/problem.ts';
import { type KeyScript, keyScripts } from '../../../../io/chains/codec.ts';
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import { type ReadNetwork, type Recognised, recogniseText } from '../../../../io/chains/keys/recognise-text.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { refusePrivate } from '../refuse-private.ts';

const RecognisedAddress = Type.Object(
  {
    kind: nullable(
      Type.Unsafe<'address' | 'xpub'>({
        type: 'string',
        enum: ['address', 'xpub'],
        description: 'As `kind` of createAppAddress; null if it is neither.',
      }),
    ),
    belongs_to: Type.Array(Type.String(), { description: 'The chains that it belongs to, by their English names.' }),
    networks: Type.Array(
      Type.Object({
        symbol: Type.String(),
        scripts: Type.Array(
          Type.Object({
            script: Type.Unsafe<KeyScript>({ type: 'string', enum: [...keyScripts] }),
            begins: Type.Array(Type.String(), {
              description: 'The possible first characters of such an address here.',
            }),
          }),
          {
            description: 'Values for `script` if the key leaves the kind of addresses open; otherwise empty.',
          },
        ),
      }),
      {
        description:
          'The networks of this instance that accept it; empty for an address of a network that is unknown here.',
      },
    ),
    problems: Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
      description: 'Why it is neither, if that is known.',
    }),
  },
  {
    examples: [
      {
        kind: 'address',
        belongs_to: ['Ethereum and its kin'],
        networks: [
          { symbol: 'ethereum', scripts: [] },
          { symbol: 'base', scripts: [] },
        ],
        problems: [],
      },
    ],
  },
);

export function recogniseAppAddress({ catalog }: Pick<Instance, 'catalog'>): Operation {
  return operation({
    id: 'recogniseAppAddress',
    method: 'POST',
    path: '/app-address/recognise',
    group: 'App Addresses',
    summary: 'Recognise an address',
    description: [
      'Says on which networks a pasted text is an address or an extended public key, by the checks of',
      'createAppAddress. The text is not stored, and a private key is rejected. createAppAddress also asks the',
      'network, and may still reject it.',
    ].join(' '),
    access: { cookie: true, pat: 'addresses:read', permission: 'read' },
    writes: 'recognition',
    body: Type.Object(
      {
        value: Type.String({
          minLength: 1,
          maxLength: 4096,
          description: 'As `value` of createAppAddress. Surrounding white space is ignored.',
        }),
      },
      { additionalProperties: false, examples: [{ value: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }] },
    ),
    answer: RecognisedAddress,
    handle: async ({ body, commit }) => {
      // Checked first, so that a private key is neither stored nor logged.
      refusePrivate('value', body.value);
      const recognised = recogniseText(body.value.trim(), readNetworks(catalog.networks));
      const secret = recognised.problems.find(({ code }) => code === 'private_key');
      if (secret !== undefined) throw fieldProblem('value', secret.code, secret.message);
      return commit(async () => recognisedView(recognised));
    },
  });
}

function readNetworks(networks: readonly Network[]): readonly ReadNetwork[] {
  return networks
    .filter(({ family, facts }) => readsAddresses(family, facts))
    .map(({ family, facts }) => ({
      identity: facts,
      codec: codecOf(family),
      wallets: walletCodecOf(family),
    }));
}

export function recognisedView({ kind, belongsTo, networks, problems }: Recognised) {
  return {
    kind,
    belongs_to: [...belongsTo],
    networks: networks.map(({ symbol, scripts }) => ({
      symbol,
      scripts: scripts.map(({ script, begins }) => ({ script, begins: [...begins] })),
    })),
    problems: problems.map(({ code, message }) => ({ code, message })),
  };
}
