// All probes, ordered so that none disturbs the next, and the reports of the service about foreign rows.

import { findForeignRows } from '../../../src/features/known/row-seals/foreign-rows.ts';
import { checkAuditChains } from '../../../src/features/people/audit/check-chain.ts';
import { compareAddresses } from '../../../src/features/receiving/addresses/payout-lock/compare-addresses.ts';
import type { Ask } from '../../rig/tampering/ask.ts';
import type { World } from '../../rig/tampering/world.ts';
import { type Fact, type Facts, factsOf } from './facts.ts';
import { askAtMovedLinks, askForQuotes, lookAtQuotes, payAndAssign, runJobs } from './probes-of-money.ts';
import { askForLess } from './probes-of-names.ts';
import { hearNews } from './probes-of-news.ts';
import { askForCodes, followLinks, lookAtShop, signInAnew, useCredentials } from './probes-of-rights.ts';
import { startAnother } from './probes-of-starts.ts';

const probes = {
  jobs: runJobs,
  shown: lookAtQuotes,
  quotes: askForQuotes,
  moved_links: askAtMovedLinks,
  credentials: useCredentials,
  shop: lookAtShop,
  codes: askForCodes,
  payments: payAndAssign,
  names: askForLess,
  sign_in: signInAnew,
  links: followLinks,
  start: startAnother,
} as const satisfies Readonly<Record<string, (world: World, ask: Ask) => Promise<Fact[]>>>;

export type Probe = keyof typeof probes | 'news';
export const allProbes: readonly Probe[] = [...(Object.keys(probes) as (keyof typeof probes)[]), 'news'];

/** Writes many rows. The blocks that it mines are dropped again. */
export async function observe(world: World, ask: Ask, wanted: ReadonlySet<Probe>): Promise<Facts> {
  const { chain, receiver } = world;
  const [height, heard] = [chain.height, receiver.received.length];
  const facts: Fact[] = [];
  for (const [name, probe] of Object.entries(probes))
    if (wanted.has(name as Probe)) facts.push(...(await probe(world, ask)));
  if (wanted.has('news')) facts.push(...(await hearNews(world, heard)));
  chain.cutTo(height);
  return factsOf(facts);
}

/** Rows that `audit`, the nightly check or `attention` report as not written by the service, each as `table key`. */
export async function foreignRows({ instance }: World): Promise<string[]> {
  const looks = [
    findForeignRows(instance).then((rows) => rows.map(({ table, key }) => `${table} ${key}`)),
    checkAuditChains(instance).then((logs) => logs.map(({ ownerId, sequence }) => `audit_log ${ownerId} ${sequence}`)),
    compareAddresses(instance).then((rows) => rows.map(({ addressId }) => `app_addresses ${addressId}`)),
  ];
  // A check that fails reports nothing.
  const found = await Promise.all(looks.map((look) => look.catch(() => [])));
  const rows = await instance.db.query<{ subject_type: string; subject_id: string }>(
    'select subject_type, subject_id from tamper_findings where settled_at is null',
  );
  return [...found.flat(), ...rows.map((row) => `${row.subject_type} ${row.subject_id}`)];
}
