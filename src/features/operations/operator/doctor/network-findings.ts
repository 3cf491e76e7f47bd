// Findings about networks: each endpoint is asked separately, and the reports of the process that follows the network
// are read.
import { endpointVariable } from '../../../../core/config/network-entry.ts';
import { endpointNames } from '../../../../io/chains/endpoint.ts';
import { saysUsage } from '../../../../io/chains/endpoint-health.ts';
import { openRail } from '../../../../io/chains/rails/rails.ts';
import { openChain } from '../../../../io/chains/readers.ts';
import { within } from '../../../../io/timing/within.ts';
import {
  describeTooFew,
  type EvidenceKind,
  lacksOf,
  tooFew,
} from '../../../evidence/chain-sync/quorum/capabilities.ts';
import { checkBlocklists, describeBlocked } from '../../../evidence/chain-sync/token-checks/check-blocklists.ts';
import { checkTokens } from '../../../evidence/chain-sync/token-checks/check-tokens.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset, Network } from '../../../known/catalog/catalog.ts';
import { listBlocked } from '../../../known/networks/blocklist-store.ts';
import { listEndpoints } from '../../../known/networks/endpoint-store.ts';
import { haltReason, listAgreements } from '../../../known/networks/status-store.ts';
import { countAppsByNetwork } from '../../../receiving/addresses/store.ts';
import type { Finding } from './finding.ts';

const patienceMillis = 10_000;
/** An endpoint that is further behind the best one is reported. */
const toleratedBlocks = 10;

/**
 * Returns findings for each network in use by the operator or an app, and one line for all others. The test network is
 * not among them: it depends on nothing but the database.
 */
export async function networkFindings(instance: Instance): Promise<Finding[]> {
  const apps = await countAppsByNetwork(instance.db);
  const networks = instance.catalog.networks.filter(({ hasTestChain }) => !hasTestChain);
  const used = networks.filter(({ id, rpc }) => rpc.length > 0 || apps.has(id));
  const findings = await Promise.all(used.map((network) => findingsOf(instance, network, apps.get(network.id) ?? 0)));
  // The first finding of a network is about the network as a whole.
  const standings = used.map(({ test }, at) => ({ test, works: findings[at]?.[0]?.isGood === true }));
  return [
    ...findings.flat(),
    ...unusedFindings(networks.length - used.length, used.length),
    productionNetworksFinding(standings),
  ];
}

/** A hint at further networks. If none is in use, the finding about production networks is the one to fix. */
function unusedFindings(unused: number, used: number): Finding[] {
  if (unused === 0 || used === 0) return [];
  const says = [
    `${unused} more are not in use: no endpoint is set, and no app is paid there`,
    '(`network list` names them; the console or RPC_URL_<NETWORK> connects them)',
  ].join(' ');
  return [{ what: 'networks', isGood: true, says }];
}

/** Whether a production app can be paid at all. `used` are the networks with an endpoint or an app. */
export function productionNetworksFinding(
  used: readonly { readonly test: boolean; readonly works: boolean }[],
): Finding {
  const what = 'production networks';
  const production = used.filter(({ test }) => !test);
  const working = production.filter(({ works }) => works).length;
  if (working > 0) return { what, isGood: true, says: `${working} of ${production.length} can be paid on` };
  const none = production.length === 0;
  const says = none ? 'none has an endpoint, so' : `none of ${production.length} works, so`;
  const remedy = none
    ? 'Connect one in the console, or set RPC_URL_<NETWORK>'
    : 'See the findings of each above, and fix its endpoints';
  return { what, isGood: false, says: `${says} no production app can be paid. ${remedy}` };
}

async function findingsOf(instance: Instance, network: Network, apps: number): Promise<Finding[]> {
  const what = `network ${network.symbol}`;
  const paid = apps === 0 ? 'no app is paid there' : apps === 1 ? '1 app is paid there' : `${apps} apps are paid there`;
  if (network.rpc.length === 0) {
    return [{ what, isGood: false, says: `${paid}, but it has no endpoint: set ${endpointVariable(network.symbol)}` }];
  }
  if (!network.followable) return [{ what, isGood: false, says: 'this version cannot read its family yet' }];
  if (network.isBlockless) return [{ what, ...(await railStanding(instance, network, paid)) }];
  const looks = await Promise.all(network.rpc.map((url) => lookAt(instance, network, url)));
  const best = bestHead(looks);
  return [
    { what, ...(await standingOf(instance, network, looks, paid)) },
    ...(await endpointFindings(instance, network, looks, best)),
    ...(await usageFindings(instance, network)),
    ...(best < 0 ? [] : await tokenFindings(instance, network)),
    ...(await agreementFindings(instance, network)),
    ...tooFew(
      network,
      looks.flatMap(({ head, lacks }) => (head === null ? [] : [lacks])),
    ).map((one) => ({
      what: `network ${network.symbol}, quorum`,
      isGood: false,
      says: describeTooFew(network, one),
    })),
  ];
}

/** Whether a rail without blocks answers. */
async function railStanding(
  { log }: Instance,
  network: Network,
  paid: string,
): Promise<Pick<Finding, 'isGood' | 'says'>> {
  const rail = openRail(network.family, network.facts, log);
  try {
    await within(patienceMillis, () => rail.verify());
    return { isGood: true, says: `answers, ${paid}` };
  } catch (error) {
    return { isGood: false, says: saysFault(error) };
  } finally {
    await rail.close();
  }
}

function saysFault(error: unknown): string {
  return `${(error as Error).message}. Check the endpoint's address and that it runs.`;
}

/** The highest head among them; -1 where no endpoint can be used. */
function bestHead(looks: readonly Look[]): number {
  return Math.max(...looks.map(({ head }) => head ?? -1));
}

async function standingOf(
  instance: Instance,
  network: Network,
  looks: readonly Look[],
  paid: string,
): Promise<Pick<Finding, 'isGood' | 'says'>> {
  const best = bestHead(looks);
  const halted = await haltReason(instance.db, network.id);
  if (halted !== null) return { isGood: false, says: `halted. ${halted}` };
  if (best < 0) return { isGood: false, says: looks[0]?.fault ?? 'no endpoint works' };
  if (network.degraded) return { isGood: false, says: `head ${best}, but its final block has stopped moving` };
  return { isGood: true, says: `${chainOf(network)}, head ${best}, ${paid}` };
}

/** The requests to its endpoints, as counted by the process that reads the network. */
async function usageFindings({ db }: Instance, { id, symbol }: Network): Promise<Finding[]> {
  const own = (await listEndpoints(db)).filter(({ networkId }) => networkId === id);
  const says = saysUsage(own.map(({ usage }) => usage));
  return says === null ? [] : [{ what: `network ${symbol}, cost`, isGood: true, says }];
}

/** A finding for each endpoint. A single endpoint is covered by the finding of its network. */
async function endpointFindings(
  instance: Instance,
  network: Network,
  looks: readonly Look[],
  best: number,
): Promise<Finding[]> {
  if (looks.length === 1) return [];
  const noted = (await listEndpoints(instance.db)).filter((one) => one.networkId === network.id);
  return endpointNames(network.rpc).map((name, at) => {
    const quarantined = noted.find((one) => one.name === name && one.state === 'quarantined');
    return endpointFinding(`network ${network.symbol}, ${name}`, looks[at] as Look, best, quarantined?.reason ?? null);
  });
}

/** Checks its tokens, and whether their issuers block a merchant's address. */
async function tokenFindings(instance: Instance, network: Network): Promise<Finding[]> {
  const chain = openChain(network.family, network.facts, instance.log);
  const findingOf = ({ cryptocurrency }: Asset, says: string) => ({
    what: `network ${network.symbol}, ${cryptocurrency.symbol}`,
    isGood: false,
    says,
  });
  try {
    const doubts = await checkTokens(instance, network, chain);
    await checkBlocklists(instance, { network, chain }, null);
    const blocked = (await listBlocked(instance.db)).flatMap(({ assetId, address }) => {
      const asset = instance.catalog.assets.find(({ id }) => id === assetId);
      return asset?.network === network ? [findingOf(asset, describeBlocked(asset, address))] : [];
    });
    return [...doubts.map(({ asset, says }) => findingOf(asset, says)), ...blocked];
  } catch (error) {
    return [{ what: `network ${network.symbol}, tokens`, isGood: false, says: saysFault(error) }];
  } finally {
    await chain.close();
  }
}

interface Look {
  readonly head: number | null;
  readonly millis: number;
  readonly fault: string | null;
  /** The kinds of evidence that it lacks, if a quorum requires them. */
  readonly lacks: readonly EvidenceKind[];
}

async function lookAt({ log }: Instance, network: Network, url: string): Promise<Look> {
  const chain = openChain(network.family, { ...network.facts, rpc: [url] }, log);
  const startedAt = performance.now();
  const millis = () => Math.round(performance.now() - startedAt);
  try {
    const head = await within(patienceMillis, () => chain.verify().then(() => chain.head()));
    const took = millis();
    const lacks = network.quorum === null ? [] : await lacksOf(chain, network.facts);
    return { head: head.number, millis: took, fault: null, lacks };
  } catch (error) {
    return { head: null, millis: millis(), fault: saysFault(error), lacks: [] };
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
    const says = [
      `its quorum requires ${quorum.endpoints} endpoints, and it has ${network.rpc.length}:`,
      `payments from ${quorum.from} ${quorum.currency} on wait`,
    ].join(' ');
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
