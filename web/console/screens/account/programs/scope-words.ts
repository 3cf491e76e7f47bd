// The rights that scopes give, in sentences: changes before views.
import { list } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';

const groups = ['invoices', 'transactions', 'apps', 'addresses', 'webhooks', 'account'] as const;

type Group = (typeof groups)[number];

/** 'Can change invoices. Can view shops and webhooks.' Scopes of a sign-in only: 'Knows who you are.' */
export function scopesInWords(scopes: readonly string[]): string {
  const having = (end: string) => groups.filter((group) => scopes.includes(`${group}:${end}`));
  const changed = having('write');
  const viewed = having('read').filter((group) => !changed.includes(group));
  const sentences = [
    ...(changed.length === 0 ? [] : [words.account.canChange({ things: named(changed) })]),
    ...(scopes.includes('invoices:settle') ? [words.account.canSettle] : []),
    ...(scopes.includes('payments:assign') ? [words.account.canAssign] : []),
    ...(scopes.includes('refunds:write') ? [words.account.canRefund] : []),
    ...(scopes.includes('apps:token') ? [words.account.canShowTokens] : []),
    ...(viewed.length === 0 ? [] : [words.account.canView({ things: named(viewed) })]),
  ];
  return sentences.length === 0 ? words.account.knowsYou : sentences.join(' ');
}

function named(chosen: readonly Group[]): string {
  return list(
    chosen.map((group) => words.scopeGroups[group]),
    'conjunction',
  );
}
