// Serializes `raw_data` of a TRON transaction, as wallets do before signing. Tests compare it with recorded bytes of
// tronweb.
import type { Json } from '../../client.ts';
import { field } from './protobuf-field.ts';

/** The encoding of a contract's member: its field number, and the form of its JSON value. */
type Member = readonly [number: number, kind: 'hex' | 'number' | 'resource' | 'votes'];

interface ContractType {
  /** Tron.proto's ContractType. */
  readonly type: bigint;
  readonly members: Readonly<Record<string, Member>>;
}

const owner_address: Member = [1, 'hex'];

/** Names and numbers of github.com/tronprotocol/protocol, core/Tron.proto and core/contract/. */
const contractTypes: Readonly<Record<string, ContractType>> = {
  TransferContract: { type: 1n, members: { owner_address, to_address: [2, 'hex'], amount: [3, 'number'] } },
  TransferAssetContract: {
    type: 2n,
    members: { asset_name: [1, 'hex'], owner_address: [2, 'hex'], to_address: [3, 'hex'], amount: [4, 'number'] },
  },
  VoteWitnessContract: { type: 4n, members: { owner_address, votes: [2, 'votes'] } },
  TriggerSmartContract: {
    type: 31n,
    members: { owner_address, contract_address: [2, 'hex'], call_value: [3, 'number'], data: [4, 'hex'] },
  },
  FreezeBalanceV2Contract: {
    type: 54n,
    members: { owner_address, frozen_balance: [2, 'number'], resource: [3, 'resource'] },
  },
  DelegateResourceContract: {
    type: 57n,
    members: { owner_address, resource: [2, 'resource'], balance: [3, 'number'], receiver_address: [4, 'hex'] },
  },
};

const resources = ['BANDWIDTH', 'ENERGY', 'TRON_POWER'];

/** Throws a TypeError for a type of contract, or a member, that is not in the list above. */
export function transactionBytes({ contract, ...terms }: Json): Buffer {
  const [{ type, parameter }] = contract;
  const known = contractTypes[type];
  if (known === undefined) throw new TypeError(`${type} is not known`);
  const any = Buffer.concat([
    field(1, Buffer.from(parameter.type_url)),
    field(2, membersBytes(known.members, parameter.value)),
  ]);
  return Buffer.concat([
    field(1, Buffer.from(terms.ref_block_bytes, 'hex')),
    field(4, Buffer.from(terms.ref_block_hash, 'hex')),
    field(8, BigInt(terms.expiration)),
    ...(terms.data === undefined ? [] : [field(10, Buffer.from(terms.data, 'hex'))]),
    field(11, Buffer.concat([field(1, known.type), field(2, any)])),
    field(14, BigInt(terms.timestamp)),
    ...(terms.fee_limit === undefined ? [] : [field(18, BigInt(terms.fee_limit))]),
  ]);
}

/** In the order of their numbers. */
function membersBytes(members: ContractType['members'], value: Json): Buffer {
  for (const name of Object.keys(value))
    if (members[name] === undefined) throw new TypeError(`The member ${name} is not known`);
  const written = Object.entries(members)
    .sort(([, [one]], [, [other]]) => one - other)
    .flatMap(([name, member]) => (value[name] === undefined ? [] : memberBytes(member, value[name])));
  return Buffer.concat(written);
}

function memberBytes([number, kind]: Member, value: Json): Buffer[] {
  if (kind === 'hex') return [field(number, Buffer.from(value, 'hex'))];
  if (kind === 'votes')
    return value.map((vote: Json) =>
      field(
        number,
        Buffer.concat([field(1, Buffer.from(vote.vote_address, 'hex')), field(2, BigInt(vote.vote_count))]),
      ),
    );
  const amount = kind === 'resource' ? BigInt(resources.indexOf(value)) : BigInt(value);
  // Zero, the default, is left out.
  return amount === 0n ? [] : [field(number, amount)];
}
