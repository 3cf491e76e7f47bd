// Keeps the shop open for a person with a browser: prints its URLs, and events as they happen.
import { eventLine } from './events/event-line.ts';
import type { Narrator } from './narrator.ts';
import type { Shop } from './open-shop.ts';
import { printMails } from './visitor/tell-mails.ts';

const total = '100.00';

/** Never resolves. Rejects when the shop cannot continue. */
export async function keepOpen(shop: Shop, tell: Narrator): Promise<never> {
  let current = await shop.createInvoice(total);
  tell.say(welcome(shop, current.checkout_url));
  printMails(shop.folder, tell);
  shop.doors.onNotified((dialect, orderNo) =>
    tell.happened(`${dialect} notification`, orderNo === null ? 'refused' : `${orderNo} paid, signature verified`),
  );
  return new Promise<never>((_, reject) => {
    shop.webhooks.onRefused((reason) => tell.happened('webhook refused', reason));
    shop.webhooks.onEvent((event) => {
      tell.happened(event.type, eventLine(event));
      if (!endings.includes(event.type) || event.data.id !== current.id) return;
      // Cleared before the next invoice exists, so that a second event of the same invoice does not request another
      // one.
      current = { id: null };
      shop.createInvoice(total).then((next) => {
        current = next;
        tell.say(`\n  Another one to pay    ${next.checkout_url}\n`);
      }, reject);
    });
  });
}

const endings = ['invoice.paid', 'invoice.expired', 'invoice.canceled'];

function welcome({ url, merchant, visitorLink, doors }: Shop, checkoutUrl: string): string {
  const { epay, epusdt, greenfield, commerce } = doors.orders();
  return `
  Pay ${total} USD here   ${checkoutUrl}

  Press "Pay with Demo wallet" there. It asks nothing: it is a customer with play money.

  The merchant's console  ${visitorLink}

  The link signs you in, once. Later: ${merchant.email}, password ${merchant.password}
  To begin with a shop of your own: ${url}/console/sign-up (the mail to you is shown below)

  API                   ${url}/api
  OpenAPI document      ${url}/api/openapi.json
  Console               ${url}/console

  App token             ${merchant.app.token}
  Personal token        ${merchant.personalToken}

  Make another invoice:

  curl -s '${url}/api/invoice?v=1' \\
    -H 'Authorization: Bearer ${merchant.app.token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"total": "25.00", "currency": "USD"}'

  Order as a shop that speaks EPay:

  ${epay}

  Order as a shop that speaks Epusdt:

  ${epusdt}

  Order as a shop that speaks BTCPay Greenfield:

  ${greenfield}

  Order as a shop that speaks Coinbase Commerce:

  ${commerce}

  Every webhook that the shop receives, its signature verified, is shown below. Ctrl-C ends the demo.
`;
}
