// Looks once a day, for as long as a worker runs, whether addresses, audit log and all that is signed are as they were
// written.
import { setTimeout as delay } from 'node:timers/promises';
import { checkAuditChains } from '../../audit/check-chain.ts';
import type { Instance } from '../../instance.ts';
import { findForeignRows } from '../../row-seals/foreign-rows.ts';
import { checkAddresses } from '../safety/check-addresses.ts';
import { compareAddresses } from './compare-addresses.ts';

const dayMillis = 24 * 3_600_000;
/** At night by UTC, when least is going on in most places. */
const hourUtc = 3;

/** `stop` waits for the look that is under way. */
export function auditNightly(instance: Instance): { stop(): Promise<void> } {
  const ending = new AbortController();
  const running = run(instance, ending.signal);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

async function run(instance: Instance, signal: AbortSignal): Promise<void> {
  // A new version, or another configuration, may know more of the addresses in use.
  await judge(instance, false, signal);
  for (;;) {
    await delay(untilNight(instance.clock.now()), undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    await look(instance).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'looking over addresses and audit log'),
    );
    await judge(instance, true, signal);
  }
}

async function judge(instance: Instance, asks: boolean, signal: AbortSignal): Promise<void> {
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
    instance.log.error(facts, 'the audit log was changed past the service; see quittance audit');
  }
  for (const { kind, key } of await findForeignRows(instance)) {
    instance.log.error({ event: `${kind}.tampered`, key }, 'a row was changed past the service; see quittance audit');
  }
}

function untilNight(now: Date): number {
  const next = new Date(now);
  next.setUTCHours(hourUtc, 0, 0, 0);
  const wait = next.getTime() - now.getTime();
  return wait > 0 ? wait : wait + dayMillis;
}
