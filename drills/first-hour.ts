// `npm run first-hour`: walks through the first hour of a new operator in a browser, on a service that was started as
// the README says, and prints the time and the clicks of each walk.
import { parseArgs } from 'node:util';
import { launchBrowser } from '../test/rig/browser/browser.ts';
import { openNewOperator, waysToOperate } from './first-hour/new-operator.ts';
import { realMoneyWalk } from './first-hour/real-money-walk.ts';
import { testPaymentWalk } from './first-hour/test-payment-walk.ts';

const walks = [testPaymentWalk, realMoneyWalk] as const;
const names = walks.map(({ name }) => name).join('|');
const usage = `npm run first-hour -- [--walk ${names}] [--by ${waysToOperate.join('|')}]
  Starts the service with an empty data folder for each walk. Exits with 1 if a walk does not end as it must, or takes
  more clicks than it may. With SCREENSHOTS=FOLDER it takes pictures of the pages on the way. It needs no network.`;
const { values } = parseArgs({
  options: {
    walk: { type: 'string' },
    by: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const chosenWalks = walks.filter(({ name }) => values.walk === undefined || values.walk === name);
const chosenWays = waysToOperate.filter((way) => values.by === undefined || values.by === way);
if (values.help === true || chosenWalks.length === 0 || chosenWays.length === 0) {
  console.error(usage);
  process.exit(values.help === true ? 0 : 2);
}

const browser = await launchBrowser();
try {
  for (const walk of chosenWalks)
    for (const way of chosenWays) {
      const operator = await openNewOperator(browser, way);
      try {
        await walk.take(operator);
        console.log(`✔ ${walk.name}, ${way}: ${operator.summary(walk)}`);
        if (operator.hands.count.clicks > walk.mostClicks) process.exitCode = 1;
      } finally {
        await operator.close();
      }
    }
} finally {
  await browser.close();
}
