// Reads the service's answer about a pasted text: the networks to choose from, and the kinds of addresses.
import type { App, Network, RecogniseAppAddressAnswer } from '../../../../sdk/src/generated/api.ts';

export interface Recognised extends RecogniseAppAddressAnswer {
  readonly kind: 'address' | 'xpub';
}

export type ScriptChoice = Recognised['networks'][number]['scripts'][number];
export type Script = ScriptChoice['script'];

/** The networks that take it, as far as an app of this kind can be paid on them. */
export function networksOf(
  found: Recognised | null,
  app: Pick<App, 'environment'>,
  networks: readonly Network[],
): readonly Network[] {
  const isTest = app.environment === 'development';
  const symbols = found?.networks.map(({ symbol }) => symbol) ?? [];
  return networks.filter(({ symbol, test }) => test === isTest && symbols.includes(symbol));
}

/** The networks that are chosen beforehand: none where the text fits several families, since a person must decide. */
export function chosenBefore(found: Recognised | null, offered: readonly Network[]): readonly string[] {
  if (found?.belongs_to.length !== 1) return [];
  return offered.filter(({ available }) => available).map(({ symbol }) => symbol);
}

/** The kinds of addresses of which one must be named on these networks, each once, with how they begin there. */
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

/** As a list to choose from: 'bc1q… (native SegWit)'. */
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
