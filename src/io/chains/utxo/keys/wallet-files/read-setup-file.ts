// Reads the setup file of a multisig wallet, a format that Coldcard defined and BlueWallet, Sparrow and others export.
import type { Refusal } from '../../../codec.ts';
import { keyRefusals } from '../key-refusals.ts';
import type { MultisigWrap } from '../multisig.ts';
import { wrapped } from '../receiving-branch.ts';
import type { FileAccount } from './account.ts';

/** Lines such as 'Policy: 2 of 3', 'Format: P2WSH', and 'D37EAD88: KEY' for each key. Null for other texts. */
export function readSetupFile(text: string): FileAccount | Refusal | null {
  const fields = text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    return /^[A-Za-z0-9 ]+$/.test(name) && value !== '' ? [{ name: name.toLowerCase(), value }] : [];
  });
  const policy = fields.find(({ name }) => name === 'policy')?.value;
  if (policy === undefined) return null;
  const [, threshold, size] = /^(\d+)\s*(?:of|\/)\s*(\d+)$/i.exec(policy) ?? [];
  const format = fields.find(({ name }) => name === 'format')?.value ?? 'P2SH';
  const wrap = wraps.get(format.toUpperCase());
  const keys = keysIn(fields);
  if (threshold === undefined || wrap === undefined || keys.length !== Number(size)) return keyRefusals.unreadable_file;
  return { text: wrapped(wrap, `sortedmulti(${[threshold, ...keys].join(',')})`) };
}

/** A line 'Derivation: PATH' counts for the keys below it. Branch 1 is for change. */
function keysIn(fields: readonly { readonly name: string; readonly value: string }[]): string[] {
  let path = '';
  return fields.flatMap(({ name, value }) => {
    if (name === 'derivation') path = /^m?((?:\/\d+['hH]?)+)$/.exec(value)?.[1] ?? '';
    if (!/^[0-9a-f]{8}$/.test(name)) return [];
    return [`${path === '' ? '' : `[${name}${path}]`}${value}/<0;1>/*`];
  });
}

const wraps: ReadonlyMap<string, MultisigWrap> = new Map([
  ['P2SH', 'sh'],
  ['P2WSH', 'wsh'],
  ['P2SH-P2WSH', 'sh(wsh)'],
  ['P2WSH-P2SH', 'sh(wsh)'],
]);
