// Checks once a day that addresses, the audit log and all signed rows are unchanged.

import type { Instance } from '../../../instance.ts';
import { findForeignRows } from '../../../known/row-seals/foreign-rows.ts';
import { dailyAt, type RecurringTask } from '../../../known/schedule/task-kinds.ts';
import { checkAuditChains } from '../../../people/audit/check-chain.ts';
import { checkAddresses } from '../safety/check-addresses.ts';
import { compareAddresses } from './compare-addresses.ts';

/** At night by UTC, when most places have little traffic. */
const hourUtc = 3;

export function nightlyAudit(instance: Instance): RecurringTask {
  return {
    kind: 'nightly_look',
    ...dailyAt(hourUtc),
    async run(signal) {
      await look(instance);
      await judgeAddresses(instance, true, signal);
    },
  };
}

/** Judges the addresses in use and logs failures. With `asks`, the networks are asked too. */
export async function judgeAddresses(instance: Instance, asks: boolean, signal: AbortSignal): Promise<void> {
  await checkAddresses(instance, asks, signal).catch((error: unknown) =>
    instance.log.warn({ err: error }, 'the addresses in use could not be judged'),
  );
}

async function look(instance: Instance): Promise<void> {
  await compareAddresses(instance);
  for (const broken of await checkAuditChains(instance)) {
    const facts = {
      event: 'audit.broken',
      owner: broken.ownerId,
      sequence: broken.sequence.toString(),
      why: broken.why,
    };
    instance.log.error(facts, 'the audit log was changed directly in the database; see quittance audit');
  }
  for (const { kind, key } of await findForeignRows(instance)) {
    instance.log.error({ event: `${kind}.tampered`, key }, 'a row was changed in the database; see quittance audit');
  }
}
