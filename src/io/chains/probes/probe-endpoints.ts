// Checks endpoints before an operator connects them: all at once, in limited time.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { within } from '../../timing/within.ts';
import { probeEvm } from './evm-probe.ts';
import { probeTron, probeUtxo } from './node-probe.ts';
import { finding, findingOf, type ProbeReport, type ProbeTarget, probeLimits } from './probe.ts';

/** Returns a report for each URL, in their order. `now`: Unix seconds. Sends nothing to other addresses. */
export function probeEndpoints(target: ProbeTarget, urls: readonly string[], now: number): Promise<ProbeReport[]> {
  return Promise.all(urls.map((url) => probeEndpoint(target, url, now)));
}

async function probeEndpoint(target: ProbeTarget, url: string, now: number): Promise<ProbeReport> {
  const ask = async (): Promise<ProbeReport> => {
    try {
      return withPace(await probers[target.family](target, url, now));
    } catch (fault) {
      return { head: null, latencyMs: null, findings: [findingOf(fault)] };
    }
  };
  return within(probeLimits.wholeMs, ask, () => ({
    head: null,
    latencyMs: null,
    findings: [finding('timed_out', 'error', 'It did not answer all checks in time.')],
  }));
}

const probers = { EVM: probeEvm, TRON: probeTron, UTXO: probeUtxo };

/** Null for a family with endpoints that cannot be checked. */
export function probedFamily(family: FamilyName): ProbeTarget['family'] | null {
  return family in probers ? (family as ProbeTarget['family']) : null;
}

function withPace(report: ProbeReport): ProbeReport {
  const { latencyMs, findings } = report;
  if (latencyMs === null || latencyMs <= probeLimits.slowMs) return report;
  const says = `Its first answer took ${(latencyMs / 1000).toFixed(1)} seconds, so payments appear later.`;
  return { ...report, findings: [...findings, finding('slow', 'warning', says)] };
}
