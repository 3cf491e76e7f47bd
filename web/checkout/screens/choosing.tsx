// How to pay: the coin and its network, and where the money will come from.
import { useState } from 'preact/hooks';
import { ApiProblem } from '../outside/api.ts';
import { connectWallet, type Wallet } from '../outside/wallets.ts';
import { Notice } from '../parts/notices.tsx';
import { OfferList } from '../parts/offer-list.tsx';
import { WalletButtons } from '../parts/wallet-buttons.tsx';
import { stillDue, withinBounds } from '../rules/figures.ts';
import type { Invoice, Offer, Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';
import { ExpiredQuote } from './expired-quote.tsx';
import { SenderForm } from './sender-form.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly invoice: Invoice;
  /** The last attempt, where it ended without a payment. */
  readonly expiredQuote: Transaction | null;
  /** Whether its payment was seen, and replaced before it was mined. */
  readonly replaced: boolean;
  /** A quote came; `wallet` is who is to pay it, null where the customer sends it by other means. */
  readonly onQuote: (transaction: Transaction, wallet: Wallet | null) => void;
}

export function Choosing({ checkout, invoice, expiredQuote, replaced, onQuote }: Props) {
  // The API lists the newest first; the merchant's own order is the one in which they were added.
  const offers = (checkout.offers ?? []).filter((offer) => withinBounds(offer, invoice.total)).reverse();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { busy, problem, attempt, forget } = useOneAtATime();
  const words = useWords();
  const payable = offers.filter((offer) => offer.available !== false);
  const chosen = offers.find((offer) => offer.id === chosenId) ?? matching(payable, expiredQuote) ?? payable[0] ?? null;

  const quote = async (offer: Offer, from: string): Promise<Transaction> =>
    checkout.api.pay({
      invoice_id: invoice.id,
      from,
      cryptocurrency: offer.cryptocurrency.symbol,
      network: offer.network.symbol,
    });
  const payByAddress = (offer: Offer, from: string) =>
    attempt('address', async () => onQuote(await quote(offer, from), null));
  const payByWallet = (offer: Offer, wallet: Wallet) =>
    attempt(wallet.id, async () => onQuote(await quote(offer, await connectWallet(wallet)), wallet));

  const refusedAddress = problem instanceof ApiProblem && problem.field === 'from' ? problem.message : null;
  const choose = (offer: Offer): void => {
    setChosenId(offer.id);
    forget();
  };
  return (
    <section class="card">
      <h1>{words.choosing.title({ amount: words.money(stillDue(invoice), invoice.currency) })}</h1>
      {expiredQuote && (
        <ExpiredQuote
          checkout={checkout}
          transaction={expiredQuote}
          replaced={replaced}
          busy={busy === 'again'}
          onAgain={() => attempt('again', () => again(checkout, invoice, expiredQuote, onQuote))}
        />
      )}
      {problem && refusedAddress === null && <Notice kind="problem">{faultText(problem, words)}</Notice>}
      {checkout.offers === null && <p role="status">{words.choosing.loading}</p>}
      {checkout.offers !== null && offers.length === 0 && <Notice kind="warning">{words.choosing.noOffer}</Notice>}
      {offers.length > 0 && <OfferList offers={offers} invoice={invoice} chosen={chosen} onChoose={choose} />}
      {offers.length > 0 && chosen === null && <Notice kind="warning">{words.choosing.noNetwork}</Notice>}
      {chosen && chosen.network.type === 'EVM' && (
        <WalletButtons
          wallets={checkout.wallets}
          busy={busy}
          onPick={(wallet) => payByWallet(chosen, wallet)}
          otherwise={words.choosing.orAnyWallet}
        />
      )}
      {chosen && (
        <SenderForm
          key={chosen.network.symbol}
          offer={chosen}
          second={chosen.network.type === 'EVM' && checkout.wallets.length > 0}
          busy={busy === 'address'}
          refused={refusedAddress}
          onSubmit={(from) => payByAddress(chosen, from)}
        />
      )}
    </section>
  );
}

/** Runs one named thing at a time and tells in plain words what went wrong with it. */
function useOneAtATime() {
  const [problem, setProblem] = useState<Error | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const attempt = async (name: string, act: () => Promise<void>): Promise<void> => {
    if (busy !== null) return;
    setBusy(name);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(error as Error);
    }
    setBusy(null);
  };
  return { busy, problem, attempt, forget: () => setProblem(null) };
}

/** Another quote for the same coin, from the same address where it named one. */
async function again(
  checkout: CheckoutState,
  invoice: Invoice,
  expiredQuote: Transaction,
  onQuote: Props['onQuote'],
): Promise<void> {
  const transaction = await checkout.api.pay({
    invoice_id: invoice.id,
    from: expiredQuote.from,
    cryptocurrency: expiredQuote.cryptocurrency.symbol,
    network: expiredQuote.network.symbol,
  });
  onQuote(transaction, null);
}

function matching(offers: readonly Offer[], last: Transaction | null): Offer | undefined {
  return offers.find(
    (offer) =>
      offer.cryptocurrency.symbol === last?.cryptocurrency.symbol && offer.network.symbol === last.network.symbol,
  );
}
