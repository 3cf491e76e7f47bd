// The search of the documentation: questions of an operator, a merchant's developer and a contributor, and the place
// that answers each. It is one of the first three results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReference } from '../../src/features/pages/docs/reference/reference.ts';
import { searchedDocuments } from '../../src/features/pages/docs/site/serve-site.ts';
import { findEntries } from '../../web/docs/find-entries.ts';
import { servedDocument } from '../rig/interface/described-api.ts';

const shown = 3;
const entries = [...(await searchedDocuments()), ...openReference(servedDocument() as never, null).search()];

const questions: readonly (readonly [answer: string, ...typed: string[]])[] = [
  // An operator, by symptom.
  ['how-to/troubleshooting#payments-are-not-detected', 'payments not detected', 'payment is not detected'],
  ['how-to/troubleshooting#webhooks-fail', 'webhooks fail', 'webhook failing', 'why do webhooks fail?'],
  ['how-to/troubleshooting#mail-does-not-arrive', 'mail does not arrive', 'mails not arriving'],
  ['how-to/move-to-another-server', 'move to another server', 'move server'],
  ['how-to/add-a-network', 'add a network', 'how do I add a network?'],
  ['how-to/upgrade-and-go-back', 'upgrade', 'how to upgrade', 'go back after an upgrade'],
  ['how-to/troubleshooting#lost-second-factor', 'lost second factor', 'second factor lost'],
  ['how-to/troubleshooting#the-rate-is-unavailable', 'rate unavailable', 'rate is unavailable'],
  ['how-to/troubleshooting#the-checkout-shows-no-coin-or-no-address', 'checkout shows no coin', 'no coin in checkout'],
  ['how-to/troubleshooting#the-database-is-full-or-slow', 'database full', 'database slow', 'the database is slow'],
  ['how-to/upgrade-and-go-back#learn-of-a-new-version', 'new version'],
  // A merchant's developer.
  ['how-to/receive-webhooks#verify-the-signature', 'verify webhook signature', 'verify signature'],
  ['reference/api-conventions', 'idempotency', 'idempotency retries'],
  ['api/invoices#createInvoice', 'create invoice', 'how to create an invoice'],
  // A contributor.
  ['how-to/add-an-endpoint', 'add an endpoint', 'add endpoint'],
  ['how-to/translate#add-a-language', 'add a language', 'adding languages'],
];

for (const [answer, ...typed] of questions)
  test(`the search leads to ${answer}`, () => {
    for (const words of typed) {
      const found = findEntries(entries, words).slice(0, shown);
      const hrefs = found.map(([, , , href]) => href);
      assert.ok(
        hrefs.some((href) => href === answer || (!answer.includes('#') && href.startsWith(`${answer}#`))),
        `${words}: ${found.map(([kind, name, , href]) => `${kind} ${name} (${href})`).join('; ')}`,
      );
    }
  });

test('words of no subject find nothing', () => {
  assert.deepEqual(findEntries(entries, 'no such thing'), []);
});
