// `doctor`: looks at everything the instance depends on, and says what to do about what is wrong.
import { setTimeout as delay } from 'node:timers/promises';
import { checkTokens } from '../features/catalog/check-tokens.ts';
import type { Instance } from '../features/instance.ts';
import { haltReason } from '../features/payments/cursor-store.ts';
import { familyOf } from '../io/chains/families.ts';
import type { Command } from './commands.ts';
import { withInstance } from './with-instance.ts';

interface Finding {
  readonly what: string;
  readonly isGood: boolean;
  readonly says: string;
}

const patienceMillis = 10_000;
const clockToleranceMillis = 5_000;

export const doctorCommand: Command = {
  takes: '',
  about: 'Checks database, RPC endpoints, chain ids, rate sources and clock, and says what to do.',
  async run() {
    const look = async (instance: Instance) => [
      ...(await databaseFindings(instance)),
      ...(await Promise.all(instance.catalog.networks.map((network) => networkFinding(instance, network.symbol)))),
      rateFinding(instance),
    ];
    const findings = await withInstance(look, { asksRates: true });
    for (const { what, isGood, says } of findings)
      process.stdout.write(`${isGood ? 'ok  ' : 'BAD '} ${what}: ${says}\n`);
    return findings.every((finding) => finding.isGood) ? 0 : 1;
  },
};

async function databaseFindings(instance: Instance): Promise<Finding[]> {
  const [row] = await instance.db.query<{ version: string; now: Date }>(
    `select current_setting('server_version') as version, now()`,
  );
  const apart = Math.abs((row?.now.getTime() ?? 0) - instance.clock.now().getTime());
  const isClockGood = apart <= clockToleranceMillis;
  return [
    { what: 'database', isGood: true, says: `PostgreSQL ${row?.version}, migrated` },
    {
      what: 'clock',
      isGood: isClockGood,
      says: isClockGood
        ? 'agrees with the database'
        : `is ${Math.round(apart / 1000)} s away from the database's; set both by NTP`,
    },
  ];
}

async function networkFinding(instance: Instance, symbol: string): Promise<Finding> {
  const network = instance.catalog.networkBySymbol(symbol);
  const what = `network ${symbol}`;
  if (network === null || network.rpc.length === 0) {
    return {
      what,
      isGood: true,
      says: `not in use: no endpoint (set RPC_URL_${symbol.toUpperCase().replaceAll('-', '_')})`,
    };
  }
  if (!network.followable) return { what, isGood: false, says: 'this version cannot read its family yet' };
  const chain = familyOf(network.family).chain(network.facts, instance.log);
  try {
    const head = await Promise.race([
      chain.verify().then(() => chain.head()),
      delay(patienceMillis, undefined, { ref: false }).then(() =>
        Promise.reject(new Error(`no answer within ${patienceMillis / 1000} s`)),
      ),
    ]);
    const halted = await haltReason(instance.db, network.id);
    if (halted !== null) return { what, isGood: false, says: `halted. ${halted}` };
    const [doubt] = await checkTokens(instance, network, chain);
    if (doubt !== undefined) return { what, isGood: false, says: doubt.says };
    if (network.degraded)
      return { what, isGood: false, says: `head ${head.number}, but what its nodes call final has stopped moving` };
    return { what, isGood: true, says: `chain id ${network.chainId}, head ${head.number}` };
  } catch (error) {
    return { what, isGood: false, says: `${(error as Error).message}. Check the endpoint's address and that it runs.` };
  } finally {
    await chain.close();
  }
}

function rateFinding(instance: Instance): Finding {
  const now = instance.clock.now();
  const used = instance.catalog.assets.filter((asset) => asset.network.followable).map((asset) => asset.cryptocurrency);
  const without = [...new Set(used)].filter((coin) => instance.rates.rateFor(coin, 'USD', 'at_par', now) === null);
  return without.length === 0
    ? { what: 'rates', isGood: true, says: 'every coin in use has a fresh rate in USD' }
    : {
        what: 'rates',
        isGood: false,
        says: `no fresh rate for ${without.map((coin) => coin.symbol).join(', ')}; see rates in quittance.json`,
      };
}
