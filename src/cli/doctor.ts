// `doctor`: looks at everything the instance depends on, and says what to do about what is wrong.
import type { Instance } from '../features/instance.ts';
import type { Command } from './commands.ts';
import { type Finding, networkFindings } from './network-findings.ts';
import { withInstance } from './with-instance.ts';

const clockToleranceMillis = 5_000;

export const doctorCommand: Command = {
  takes: '',
  about: 'Checks database, RPC endpoints, chain ids, rate sources and clock, and says what to do.',
  async run() {
    const look = async (instance: Instance) => [
      ...(await databaseFindings(instance)),
      ...(await Promise.all(instance.catalog.networks.map((network) => networkFindings(instance, network)))).flat(),
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
