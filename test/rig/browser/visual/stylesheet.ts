// The rules of a stylesheet that set colours, and the custom properties that each colour scheme has.
import type { Scheme, Variables } from './colours.ts';

/** As declared; undefined where the rule sets none. */
export interface ColourRule {
  readonly selector: string;
  readonly text: string | undefined;
  readonly ground: string | undefined;
}

export interface Stylesheet {
  /** The rules of the scheme: one for the dark takes the place of one with the same selector. */
  rules(scheme: Scheme): readonly ColourRule[];
  variables(scheme: Scheme): Variables;
}

/** Reads CSS as ours is: rules, at most once within another rule or an at-rule. Rules for print are left out. */
export function stylesheet(css: string): Stylesheet {
  const rules = { both: [] as ColourRule[], dark: [] as ColourRule[] };
  const declared = { light: new Map<string, string>(), dark: new Map<string, string>() };
  for (const { around, selector, body } of blocksOf(css.replaceAll(/\/\*.*?\*\//gs, ''))) {
    if (/print/.test(around)) continue;
    const isDark = forDark.test(`${around} ${selector}`);
    const values = new Map(body.split(';').map(splitOnce));
    for (const [name, value] of values) {
      if (!name.startsWith('--')) continue;
      if (!forLight.test(selector)) declared.dark.set(name, value);
      if (!isDark) declared.light.set(name, value);
    }
    const [text, ground] = [values.get('color'), values.get('background')];
    const own = selector.replace(forDark, '').trim();
    if (text ?? ground) rules[isDark ? 'dark' : 'both'].push({ selector: own, text, ground });
  }
  const replaced = new Set(rules.dark.map(({ selector }) => selector));
  const inDark = [...rules.both.filter(({ selector }) => !replaced.has(selector)), ...rules.dark];
  return {
    rules: (scheme) => (scheme === 'light' ? rules.both : inDark),
    variables: (scheme) => declared[scheme],
  };
}

const forDark = /prefers-color-scheme: ?dark|:root\[data-mantine-color-scheme="dark"\]|^\.dark-mode$/;
const forLight = /^\.light-mode$/;

interface Block {
  /** The rules that it is in. */
  readonly around: string;
  readonly selector: string;
  readonly body: string;
}

function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  const open: string[] = [];
  for (const [, head = '', sign, body = ''] of css.matchAll(/([^{};]*)([{}])((?:[^{}]*(?=\}))?)/g)) {
    if (sign === '}') {
      open.pop();
      continue;
    }
    const selector = oneLine(head);
    if (!selector.startsWith('@')) blocks.push({ around: open.join(' '), selector, body });
    open.push(selector);
  }
  return blocks;
}

function splitOnce(declaration: string): [name: string, value: string] {
  const at = declaration.indexOf(':');
  return [declaration.slice(0, at).trim(), oneLine(declaration.slice(at + 1))];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
