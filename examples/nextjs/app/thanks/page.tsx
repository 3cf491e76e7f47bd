// The page that a customer sees after the checkout: it shows the order as the webhooks left it.
import { statusOf } from '../../shop.ts';

export default async function ThanksPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { order = '' } = await searchParams;
  const status = statusOf(order);
  if (status === null) return <p>There is no such order.</p>;
  return (
    <main>
      <h1>Thank you</h1>
      <p>
        Your order is <strong>{status}</strong>.
      </p>
    </main>
  );
}
