// POST /buy: creates the invoice of an order and sends the customer to the checkout.
import { openOrder, product, setting } from '../../shop.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export async function POST(request: Request): Promise<Response> {
  const order = String((await request.formData()).get('order'));
  if (!uuid.test(order)) return new Response(null, { status: 400 });
  openOrder(order);
  const shopUrl = process.env.SHOP_URL ?? 'http://localhost:4000';
  // The same order always makes the same request, so a repeat gets the same invoice.
  const answer = await fetch(`${setting('QUITTANCE_URL')}/api/invoice?v=1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${setting('QUITTANCE_TOKEN')}`,
      'content-type': 'application/json',
      'idempotency-key': order,
    },
    body: JSON.stringify({
      total: product.price,
      currency: product.currency,
      order: { reference: order, description: product.name },
      success_url: `${shopUrl}/thanks?order=${order}`,
      cancel_url: shopUrl,
    }),
  });
  if (!answer.ok) throw new Error(`No invoice: ${answer.status} ${await answer.text()}`);
  const { checkout_url } = (await answer.json()) as { checkout_url: string };
  return Response.redirect(checkout_url, 303);
}
