// `npm run deliveries`: sends many events through workers that are repeatedly killed, to receivers that fail in every
// way, and checks that none is missing in the end.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { chance } from '../test/rig/faults.ts';
import { deliverThroughKills } from '../test/rig/webhooks/killed-deliveries.ts';

const { values } = parseArgs({
  options: { events: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
const events = Number(values.events ?? '1000000');
const luck = chance(Number(values.seed ?? randomInt(1_000_000)));
if (values.help === true || !(Number.isInteger(events) && events > 0)) {
  console.error(`npm run deliveries -- [--events 1000000] [--seed N]
  All workers are killed after some thousand events each. The same seed kills them at the same requests.`);
  process.exit(values.help === true ? 0 : 2);
}
const eventsBetweenKills = 5_000;
const began = performance.now();
console.log(`${events} events, --seed ${luck.seed}`);
const kills = Math.max(4, Math.floor(events / eventsBetweenKills));
const told = await deliverThroughKills({ events, kills }, luck, (line) => console.log(line));
const seconds = (performance.now() - began) / 1000;
console.log(
  `${told.arrived} of ${events} events arrived in ${told.requests} requests through ${kills} kills of all workers,` +
    ` ${events - told.arrived} missing, ${told.recorded} recorded as delivered; ${seconds.toFixed(0)} s`,
);
process.exitCode = told.arrived === events && told.recorded === events ? 0 : 1;
