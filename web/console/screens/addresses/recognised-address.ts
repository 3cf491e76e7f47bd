// Reads the service's answer about a pasted text: the possible networks, and the kinds of addresses.
import type { App, Network, RecogniseAppAddressAnswer } from '../../../../sdk/typescript/src/generated/api.ts';

export interface Recognised extends RecogniseAppAddressAnswer {
  readonly kind: 'address' | 'xpub';
}

export type ScriptChoice = Recognised['networks'][number]['scripts'][number];
export type Script = ScriptChoice['script'];

/** The networks that accept the text and that an app of this kind can use. */
export function networksOf(
  found: Recognised | null,
  app: Pick<App, 'environment'>,
  networks: readonly Network[],
): readonly Network[] {
  const isTest = app.environment === 'development';
  const symbols = found?.networks.map(({ symbol }) => symbol) ?? [];
  return networks.filter(({ symbol, test }) => test === isTest && symbols.includes(symbol));
}

/** The preselected networks. If the text fits several families, the user must decide, unless one network is left. */
export function chosenBefore(found: Recognised | null, offered: readonly Network[]): readonly string[] {
  const available = offered.filter((one) => one.available).map(({ symbol }) => symbol);
  return found?.belongs_to.length === 1 || available.length === 1 ? available : [];
}

/** The kinds of addresses among which the user must choose on these networks, each once, with its prefix. */
export function scriptChoices(found: Recognised | null, symbols: readonly string[]): readonly ScriptChoice[] {
  const scripts = (found?.networks ?? [])
    .filter(({ symbol }) => symbols.includes(symbol))
    .flatMap((network) => network.scripts);
  return [...Map.groupBy(scripts, ({ script }) => script)].map(([script, same]) => ({
    script,
    begins: [...new Set(same.flatMap(({ begins }) => begins))],
  }));
}

export function asksScriptOn(found: Recognised | null, symbol: string): boolean {
  return scriptChoices(found, [symbol]).length > 0;
}

type ScriptWords = Readonly<Record<'segwit' | 'taproot' | 'nested' | 'legacy', (given: { begins: string }) => string>>;

/** As options of a list: 'bc1q… (native SegWit)'. */
export function scriptOptions(
  choices: readonly ScriptChoice[],
  words: ScriptWords,
): { value: Script; label: string }[] {
  const named: Readonly<Record<Script, keyof ScriptWords>> = {
    p2wpkh: 'segwit',
    p2tr: 'taproot',
    'p2sh-p2wpkh': 'nested',
    p2pkh: 'legacy',
  };
  return choices.map(({ script, begins }) => ({
    value: script,
    label: words[named[script]]({ begins: begins.map((letters) => `${letters}…`).join(' / ') }),
  }));
}
