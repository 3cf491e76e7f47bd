// What `doctor` finds out about a network: each endpoint asked by itself, and what the process that follows it wrote down.
import { setTimeout as delay } from 'node:timers/promises';
import type { Network } from '../features/catalog/catalog.ts';
import { checkTokens } from '../features/catalog/tokens/check-tokens.ts';
import type { Instance } from '../features/instance.ts';
import { haltReason } from '../features/payments/cursor-store.ts';
import { listAgreements, listEndpoints } from '../features/payments/witnesses/endpoint-store.ts';
import { endpointNames } from '../io/chains/endpoint.ts';
import { familyOf } from '../io/chains/families.ts';

export interface Finding {
  readonly what: string;
  readonly isGood: boolean;
  readonly says: string;
}

const patienceMillis = 10_000;
/** An endpoint this far behind the best one is of little use. */
const toleratedBlocks = 10;

export async function networkFindings(instance: Instance, network: Network): Promise<Finding[]> {
  const what = `network ${network.symbol}`;
  if (network.rpc.length === 0) {
    const variable = `RPC_URL_${network.symbol.toUpperCase().replaceAll('-', '_')}`;
    return [{ what, isGood: true, says: `not in use: no endpoint (set ${variable})` }];
  }
  if (!network.followable) return [{ what, isGood: false, says: 'this version cannot read its family yet' }];
  const names = endpointNames(network.rpc);
  const looks = await Promise.all(network.rpc.map((url) => lookAt(instance, network, url)));
  const best = Math.max(...looks.map(({ head }) => head ?? -1));
  const halted = await haltReason(instance.db, network.id);
  const overall = {
    what,
    ...(halted !== null
      ? { isGood: false, says: `halted. ${halted}` }
      : best < 0
        ? { isGood: false, says: looks[0]?.fault ?? 'no endpoint can be used' }
        : await standingOf(instance, network, best)),
  };
  if (names.length === 1) return [overall, ...(await agreementFindings(instance, network))];
  const noted = (await listEndpoints(instance.db)).filter((one) => one.networkId === network.id);
  const each = names.map((name, at) => {
    const quarantined = noted.find((one) => one.name === name && one.state === 'quarantined');
    return endpointFinding(`${what}, ${name}`, looks[at] as Look, best, quarantined?.reason ?? null);
  });
  return [overall, ...each, ...(await agreementFindings(instance, network))];
}

/** Of a network that can be read. */
async function standingOf(
  instance: Instance,
  network: Network,
  head: number,
): Promise<Pick<Finding, 'isGood' | 'says'>> {
  const chain = familyOf(network.family).chain(network.facts, instance.log);
  try {
    const [doubt] = await checkTokens(instance, network, chain);
    if (doubt !== undefined) return { isGood: false, says: doubt.says };
    if (network.degraded)
      return { isGood: false, says: `head ${head}, but what its nodes call final has stopped moving` };
    return { isGood: true, says: `${chainOf(network)}, head ${head}` };
  } catch (error) {
    return { isGood: false, says: `${(error as Error).message}. Check the endpoint's address and that it runs.` };
  } finally {
    await chain.close();
  }
}

interface Look {
  readonly head: number | null;
  readonly millis: number;
  readonly fault: string | null;
}

async function lookAt({ log }: Instance, network: Network, url: string): Promise<Look> {
  const chain = familyOf(network.family).chain({ ...network.facts, rpc: [url] }, log);
  const startedAt = performance.now();
  const millis = () => Math.round(performance.now() - startedAt);
  try {
    const head = await Promise.race([
      chain.verify().then(() => chain.head()),
      delay(patienceMillis, undefined, { ref: false }).then(() =>
        Promise.reject(new Error(`no answer within ${patienceMillis / 1000} s`)),
      ),
    ]);
    return { head: head.number, millis: millis(), fault: null };
  } catch (error) {
    const fault = `${(error as Error).message}. Check the endpoint's address and that it runs.`;
    return { head: null, millis: millis(), fault };
  } finally {
    await chain.close();
  }
}

function endpointFinding(what: string, look: Look, best: number, quarantine: string | null): Finding {
  if (look.head === null) return { what, isGood: false, says: look.fault ?? 'no answer' };
  const behind = best - look.head;
  const says = `head ${look.head}, ${behind} behind the best, answered in ${look.millis} ms`;
  if (quarantine !== null) return { what, isGood: false, says: `in quarantine: ${quarantine} (${says})` };
  return { what, isGood: behind <= toleratedBlocks, says };
}

async function agreementFindings(instance: Instance, network: Network): Promise<Finding[]> {
  const agreement = (await listAgreements(instance.db)).find((one) => one.networkId === network.id);
  const findings: Finding[] = [];
  const what = `network ${network.symbol}`;
  const { quorum } = network;
  if (quorum !== null && network.rpc.length < quorum.endpoints) {
    const says = `its quorum asks for ${quorum.endpoints} endpoints, and it has ${network.rpc.length}: payments from ${quorum.from} ${quorum.currency} on wait`;
    findings.push({ what: `${what}, quorum`, isGood: false, says });
  }
  if (agreement === undefined) return findings;
  const { dispute, heldPayments } = agreement;
  if (dispute !== null) findings.push({ what: `${what}, agreement`, isGood: false, says: dispute });
  if (heldPayments > 0)
    findings.push({
      what: `${what}, payments`,
      isGood: false,
      says: `${heldPayments} have their confirmations and wait for endpoints to agree`,
    });
  return findings;
}

function chainOf({ chainId, facts }: Network): string {
  return chainId === null ? (facts.params ?? 'no chain id') : `chain id ${chainId}`;
}
