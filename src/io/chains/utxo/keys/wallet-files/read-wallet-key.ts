// Reads a key as wallets copy it: in quotes, with an origin, as descriptors line by line, or as a whole file.
import { isRefusal, type KeyMeaning, type Refusal } from '../../../codec.ts';
import type { UtxoParams } from '../../params.ts';
import { meantBranch, scriptNames } from '../choose-branch.ts';
import { deriveUtxoAddress } from '../derive-address.ts';
import { keyRefusals } from '../key-refusals.ts';
import { readReceivingBranch } from '../read-extended-key.ts';
import { canonicalKey, isMultisig, type KeyBranch, type ReceivingBranch } from '../receiving-branch.ts';
import type { FileAccount } from './account.ts';
import { readSetupFile } from './read-setup-file.ts';
import { accountsIn } from './read-wallet-json.ts';

/** A file may contain several accounts; the given script or first address selects one. */
export function readWalletKey(text: string, params: UtxoParams, meaning: KeyMeaning): ReceivingBranch | Refusal {
  const found = accountsOf(unquoted(text));
  if ('message' in found) return found;
  const branches: ReceivingBranch[] = [];
  const refusals: Refusal[] = [];
  for (const account of found) {
    const branch = readAccount(account, params);
    if (isRefusal(branch)) refusals.push(branch);
    else branches.push(branch);
  }
  const isPrivate = refusals.find(({ code }) => code === 'private_key');
  if (isPrivate !== undefined) return isPrivate;
  const receiving = receivingOnes(branches, params);
  if (receiving.length === 0) return refusals[0] ?? keyRefusals.no_key_in_file;
  if (receiving.length === 1) return meantBranch(receiving[0] as ReceivingBranch, params, meaning);
  return choose(receiving, params, meaning);
}

/** The content of a JSON string, or of a text in quotes of any kind. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  const json = trimmed.startsWith('"') ? parsed(trimmed) : undefined;
  if (typeof json === 'string') return unquoted(json);
  const [, inside] = /^["'`“”„«‘’](.*)["'`“”»‘’]$/s.exec(trimmed) ?? [];
  return inside === undefined ? trimmed : unquoted(inside);
}

function accountsOf(text: string): readonly FileAccount[] | Refusal {
  const json = /^[[{]/.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return accountsIn(json);
  if (text.startsWith('{')) return keyRefusals.unreadable_file;
  const setup = readSetupFile(text);
  if (setup !== null) return 'message' in setup ? setup : [setup];
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  // A descriptor that is broken into lines is one descriptor, but each line of Sparrow's file is a separate one.
  const isList = lines.length > 1 && lines.every((line) => /^\s*[a-z]{2,4}\(.*\)(?:#[a-z0-9]{8})?\s*$/.test(line));
  return isList ? lines.map((line) => ({ text: line })) : [{ text: lines.join('') }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readAccount({ text, script, first }: FileAccount, params: UtxoParams): ReceivingBranch | Refusal {
  const read = readReceivingBranch(text, params);
  if (isRefusal(read) || isMultisig(read)) return read;
  if (script !== undefined && read.isSaid && read.script !== script) return keyRefusals.contradiction;
  const branch = script === undefined ? read : { ...read, script, isSaid: true };
  const isOther = first !== undefined && deriveUtxoAddress(canonicalKey(branch, params), 0n, params) !== first;
  return isOther ? keyRefusals.other_file_address : branch;
}

/** Each branch once, without change branches if the wallet's receiving branch is present. */
function receivingOnes(branches: readonly ReceivingBranch[], params: UtxoParams): readonly ReceivingBranch[] {
  const byText = new Map(branches.map((branch) => [canonicalKey(branch, params), branch]));
  const receiving = [...byText.values()].filter((branch) => {
    const receiving = canonicalKey(onBranch(branch, 0), params);
    const isChange = canonicalKey(branch, params) === canonicalKey(onBranch(branch, 1), params);
    return !isChange || !byText.has(receiving);
  });
  return receiving.map((branch) => {
    const isReceiving = canonicalKey(branch, params) === canonicalKey(onBranch(branch, 0), params);
    return isReceiving && byText.has(canonicalKey(onBranch(branch, 1), params)) ? withChange(branch) : branch;
  });
}

/** Branch 1 beside branch 0 is the wallet's change. */
function withChange(branch: ReceivingBranch): ReceivingBranch {
  const paired = <Key extends KeyBranch>(key: Key): Key => ({ ...key, changeSteps: [...key.steps.slice(0, -1), 1] });
  return isMultisig(branch) ? { ...branch, keys: branch.keys.map(paired) } : paired(branch);
}

/** The same wallet with another last step. */
function onBranch(branch: ReceivingBranch, last: number): ReceivingBranch {
  const moved = (steps: readonly number[]) => [...steps.slice(0, -1), last];
  if (!isMultisig(branch)) return { ...branch, steps: moved(branch.steps) };
  return { ...branch, keys: branch.keys.map((key) => ({ ...key, steps: moved(key.steps) })) };
}

function choose(
  branches: readonly ReceivingBranch[],
  params: UtxoParams,
  { script, firstAddress }: KeyMeaning,
): ReceivingBranch | Refusal {
  const firstOf = (branch: ReceivingBranch) => deriveUtxoAddress(canonicalKey(branch, params), 0n, params);
  const chosen = branches.filter(
    (branch) =>
      (script === null || (!isMultisig(branch) && scriptNames[branch.script] === script)) &&
      (firstAddress === null || firstOf(branch) === firstAddress),
  );
  if (chosen.length === 1) return chosen[0] as ReceivingBranch;
  const listed = branches.map(
    (branch) => `${isMultisig(branch) ? 'multisig' : scriptNames[branch.script]} (${firstOf(branch)})`,
  );
  return {
    code: 'several_accounts',
    message: `This holds several accounts: ${listed.join(', ')}. Choose one by script or by first_address.`,
    about: 'script',
  };
}
