// Serializes the result of a transaction, which its block's txTrieRoot covers, from a node's JSON.
import { malformed } from '../../chain.ts';
import { bytesField, varintField } from './protobuf.ts';

/**
 * One item of a transaction's `ret` as its node hashed it: the fields of Transaction.Result in Tron.proto
 * (github.com/tronprotocol/protocol), in the order of their numbers, without defaults. `where` names the transaction in
 * faults. Throws a retryable ChainFault for a member that is not in that definition, and for a value that is not exact
 * in JSON.
 */
export function resultBytes(result: unknown, where: string): Buffer {
  const values = members(result, where);
  const names = Object.keys(values);
  const usual = names.length === 1 ? usualResults.get(values.contractRet) : undefined;
  if (usual !== undefined) return usual;
  const unknown = names.find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw unprovable(where, unknown);
  return Buffer.concat(fields.flatMap(({ name, write }) => (name in values ? write(values[name], where) : [])));
}

type Write = (value: unknown, where: string) => readonly Buffer[];

const outcomes = [
  ...['DEFAULT', 'SUCCESS', 'REVERT', 'BAD_JUMP_DESTINATION', 'OUT_OF_MEMORY', 'PRECOMPILED_CONTRACT'],
  ...['STACK_TOO_SMALL', 'STACK_TOO_LARGE', 'ILLEGAL_OPERATION', 'STACK_OVERFLOW', 'OUT_OF_ENERGY', 'OUT_OF_TIME'],
  ...['JVM_STACK_OVER_FLOW', 'UNKNOWN', 'TRANSFER_FAILED', 'INVALID_CODE'],
];

/** Nearly all transactions have a result with only this field. */
const usualResults = new Map<unknown, Buffer>(
  outcomes.map((name, at) => [name, at === 0 ? Buffer.alloc(0) : varintField(3, BigInt(at))]),
);

const fields: readonly { readonly name: string; readonly write: Write }[] = [
  int64('fee', 1),
  named('ret', 2, ['SUCESS', 'FAILED']),
  named('contractRet', 3, outcomes),
  text('assetIssueID', 14),
  int64('withdraw_amount', 15),
  int64('unfreeze_amount', 16),
  int64('exchange_received_amount', 18),
  int64('exchange_inject_another_amount', 19),
  int64('exchange_withdraw_another_amount', 20),
  int64('exchange_id', 21),
  int64('shielded_transaction_fee', 22),
  bytes('orderId', 25),
  repeated('orderDetails', 26, [
    bytes('makerOrderId', 1),
    bytes('takerOrderId', 2),
    int64('fillSellQuantity', 3),
    int64('fillBuyQuantity', 4),
  ]),
  int64('withdraw_expire_amount', 27),
  pairs('cancel_unfreezeV2_amount', 28),
];

function int64(name: string, number: number): { name: string; write: Write } {
  return {
    name,
    write(value, where) {
      const exact = integer(value, where, name);
      return exact === 0n ? [] : [varintField(number, exact)];
    },
  };
}

function named(name: string, number: number, names: readonly string[]): { name: string; write: Write } {
  return {
    name,
    write(value, where) {
      const at = typeof value === 'string' ? names.indexOf(value) : -1;
      if (at < 0) throw unprovable(where, `${name} ${String(value)}`);
      return at === 0 ? [] : [varintField(number, BigInt(at))];
    },
  };
}

function text(name: string, number: number): { name: string; write: Write } {
  return {
    name,
    write(value, where) {
      if (typeof value !== 'string') throw unprovable(where, name);
      return value === '' ? [] : [bytesField(number, Buffer.from(value, 'utf8'))];
    },
  };
}

function bytes(name: string, number: number): { name: string; write: Write } {
  return {
    name,
    write(value, where) {
      if (typeof value !== 'string' || !/^(?:[0-9a-fA-F]{2})*$/.test(value)) throw unprovable(where, name);
      return value === '' ? [] : [bytesField(number, Buffer.from(value, 'hex'))];
    },
  };
}

function repeated(name: string, number: number, parts: readonly { name: string; write: Write }[]) {
  const write: Write = (value, where) => {
    if (!Array.isArray(value)) throw unprovable(where, name);
    return value.map((one: unknown) => {
      const values = members(one, where);
      const unknown = Object.keys(values).find((key) => !parts.some((part) => part.name === key));
      if (unknown !== undefined) throw unprovable(where, `${name}.${unknown}`);
      const written = parts.flatMap((part) => (part.name in values ? part.write(values[part.name], where) : []));
      return bytesField(number, Buffer.concat(written));
    });
  };
  return { name, write };
}

/**
 * A map from text to int64, which nodes write as a list of pairs. Both parts are serialized even if they have their
 * default.
 */
function pairs(name: string, number: number): { name: string; write: Write } {
  return {
    name,
    write(value, where) {
      if (!Array.isArray(value)) throw unprovable(where, name);
      return value.map((pair: unknown) => {
        const { key = '', value: amount = 0 } = members(pair, where);
        if (typeof key !== 'string') throw unprovable(where, name);
        const exact = integer(amount, where, name);
        return bytesField(number, Buffer.concat([bytesField(1, Buffer.from(key, 'utf8')), varintField(2, exact)]));
      });
    },
  };
}

function members(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unprovable(where, 'a result');
  return value as Record<string, unknown>;
}

function integer(value: unknown, where: string, name: string): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unprovable(where, name);
  return BigInt(value);
}

function unprovable(where: string, what: string): Error {
  return malformed(`The result of ${where} cannot be proved: ${what.slice(0, 60)}`);
}
