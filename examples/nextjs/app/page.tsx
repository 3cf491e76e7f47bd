// The product page.
import { randomUUID } from 'node:crypto';
import { product } from '../shop.ts';

/** Each visitor gets an order id of their own. A page built once would give all of them the same. */
export const dynamic = 'force-dynamic';

/** The page names the order, so that a second press of the button buys nothing twice. */
export default function ProductPage() {
  return (
    <main>
      <h1>{product.name}</h1>
      <p>
        {product.price} {product.currency}
      </p>
      <form method="post" action="/buy">
        <input type="hidden" name="order" value={randomUUID()} />
        <button type="submit">Buy</button>
      </form>
    </main>
  );
}
