// The reference rates become the price of a dollar in each currency, with the age of their date.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pricesOf, refusesAnswers, startSourceServer } from '../../../test/rig/prices/source-server.ts';
import { ecbSource } from './ecb.ts';
import { operatorCall } from './operator-call.ts';

const server = await startSourceServer();
after(() => server.close());
const source = () => ecbSource({ get: operatorCall, baseUrl: server.url });

/** The format of ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. */
function daily(days: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
 xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${days}</Cube>
</gesmes:Envelope>`;
}
const day = (cubes: string, time = '2026-11-20') => `<Cube time='${time}'>${cubes}</Cube>`;
const cube = (currency: string, rate: string) => `<Cube currency='${currency}' rate='${rate}'/>`;

test('a dollar is what a euro is there by what a euro is in dollars', async () => {
  const body = daily(day(cube('USD', '1.25') + cube('JPY', '200') + cube('BRL', '0') + cube('XYZ', '2')));
  server.answer = ({ url }) =>
    url.pathname === '/stats/eurofxref/eurofxref-daily.xml' ? { body } : { status: 404, body };
  const ecb = source();
  assert.deepEqual(await pricesOf(ecb, 'USD/EUR', 'USD/JPY', 'USD/BRL'), {
    prices: ['USD/EUR 0.8', 'USD/JPY 160'],
    refused: ['EUR/BRL'],
  });
  const { prices } = await ecb.fetch([], new AbortController().signal);
  assert.deepEqual([...new Set(prices.map(({ at }) => at?.toISOString()))], ['2026-11-20T14:00:00.000Z']);
  assert.deepEqual(ecb.currencies, []);
});

test('an answer that is no answer is a fault, in words', async () => {
  await refusesAnswers(server, source(), 'USD/EUR', [
    [200, '', /no reference rates/],
    [200, '<html>maintenance</html>', /no reference rates/],
    [200, daily(''), /no reference rates/],
    [200, daily(day(cube('USD', '1.1')) + day(cube('USD', '1.2'), '2026-11-19')), /of one day/],
    [200, daily(day(cube('JPY', '200'))), /without the dollar/],
    [200, daily(day(cube('USD', '1e1'))), /without the dollar/],
    [200, daily(day(cube('USD', '1.1'), '2026-13-41')), /does not exist/],
    [404, '', /status 404/],
  ]);
});
