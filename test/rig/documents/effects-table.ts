// The table of effects in the form of the threat model.
import { rolesAllowed } from '../../../src/core/access/team.ts';
import { type Effect, effects, effectTerms } from '../../../src/core/effects/effect.ts';
import type { Rule } from '../../../src/core/effects/rules.ts';
import { things } from '../../../src/core/effects/writable-fields.ts';

const head = ['Effect', 'It can', 'Fields', 'Scope of a token', 'Roles', 'App token', 'Mail to the owners'];

/** Lines of Markdown, one row for each effect. */
export function effectsTable(): string[] {
  return [row(head), row(head.map(() => '---')), ...effects.map((effect) => row(cellsOf(effect)))];
}

function cellsOf(effect: Effect): string[] {
  const { words, scope, permission, appToken, addressRange, subject } = effectTerms[effect];
  const range = addressRange ? '; in production, a personal access token with an address range' : '';
  return [
    ...[code(effect), words, fieldsWith(effect)],
    scope === null ? 'of the operation' : code(scope) + range,
    permission === null ? 'of the operation' : rolesAllowed(permission).join(', '),
    appToken === null ? 'of the operation' : `\`app_token_may\`: ${code(appToken)}`,
    subject ?? 'of the operation, if any',
  ];
}

function fieldsWith(effect: Effect): string {
  const found = Object.entries(things).flatMap(([thing, table]: [string, Readonly<Record<string, Rule<never>>>]) => {
    const fields = Object.entries(table).filter(([, rule]) => rule.effect === effect);
    return fields.length === 0 ? [] : [`${code(thing)}: ${fields.map(([field]) => field).join(', ')}`];
  });
  return found.join('; ');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const code = (word: string) => `\`${word}\``;
