// The choice of a way to pay: one click leads to the price. If there is only one way, its price is requested at once.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fetchLateScreens, type LateScreens } from '../late-screens.ts';
import { isPayable, offerGroups, offerKey, offersFor } from '../offers/offer-groups.ts';
import { OfferTiles } from '../offers/offer-tiles.tsx';
import { Busy } from '../parts/busy.tsx';
import { Notice } from '../parts/notices.tsx';
import { PayAnyway } from '../parts/pay-anyway.tsx';
import { remember, remembered } from '../paying/last-choice.ts';
import { stillDue } from '../rules/figures.ts';
import type { Offer, Snapshot, Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';

interface Props {
  readonly checkout: CheckoutState;
  readonly snapshot: Snapshot;
  /** The last attempt, if it ended without a payment. */
  readonly expiredQuote: Transaction | null;
  /** Whether its payment was seen, and replaced before it was mined. */
  readonly replaced: boolean;
  /** Set once an attempt has ended. */
  readonly late: LateScreens | null;
  /** No payment of the customer waits for the merchant. */
  readonly isCalm: boolean;
  /** Whether the ways to pay are folded. */
  readonly isFolded: boolean;
  readonly onQuote: (transaction: Transaction) => void;
}

export function Choosing(props: Props) {
  const { checkout, snapshot, expiredQuote, replaced, late, isCalm, isFolded, onQuote } = props;
  const { invoice } = snapshot;
  const words = useWords();
  const offers = offersFor(checkout.offers, invoice);
  const { busy, problem, quote } = useQuotes({ checkout, snapshot, onQuote });
  const lastKey = useLastKey();
  const asksItself = useRef(false);

  const choose = (key: string): void => {
    const offer = offers.find((one) => offerKey(one) === key);
    if (offer === undefined) return;
    remember('offer', key);
    void quote(offer);
  };
  const only = offers.length === 1 && offers.every(isPayable) && expiredQuote === null ? (offers[0] as Offer) : null;
  useEffect(() => {
    if (only === null || asksItself.current) return;
    asksItself.current = true;
    void quote(only);
  }, [only]);
  /** The customer may have paid it before choosing again. */
  const unseen = snapshot.transactions.find((one) => one.hash === null && one.amount !== null);
  const isAsking = only !== null && problem === null;
  return (
    <section class="card">
      <h1>{words.choosing.title({ amount: words.money(stillDue(invoice), invoice.currency) })}</h1>
      {expiredQuote && late && (
        <late.ExpiredQuote
          checkout={checkout}
          transaction={expiredQuote}
          replaced={replaced}
          busy={busy === offerKey(expiredQuote)}
          isCalm={isCalm}
          onAgain={() => quote(expiredQuote, expiredQuote.from)}
        />
      )}
      {problem && <Notice kind="problem">{faultText(problem, words)}</Notice>}
      {checkout.offers === null && <p role="status">{words.choosing.loading}</p>}
      {checkout.offers !== null && offers.length === 0 && <Notice kind="warning">{words.choosing.noOffer}</Notice>}
      {isAsking && (
        <p role="status">
          <Busy>{words.choosing.gettingPrice}</Busy>
        </p>
      )}
      {offers.length > 0 && !isAsking && (
        <PayAnyway when={isFolded}>
          <OfferTiles
            groups={offerGroups(offers, lastKey)}
            {...{ invoice, busy }}
            prices={checkout.nativePrices}
            onChoose={choose}
          />
        </PayAnyway>
      )}
      {late && isCalm && expiredQuote === null && unseen && (
        <late.NothingShows checkout={checkout} transaction={unseen} />
      )}
      {offers.length > 0 && !offers.some(isPayable) && <Notice kind="warning">{words.choosing.noNetwork}</Notice>}
    </section>
  );
}

/** Requests prices, one at a time. */
function useQuotes({ checkout, snapshot, onQuote }: Pick<Props, 'checkout' | 'snapshot' | 'onQuote'>) {
  const { busy, problem, attempt } = useOneAtATime();
  const quote = (wanted: Pick<Offer, 'cryptocurrency' | 'network'>, from?: string) =>
    attempt(offerKey(wanted), async () => {
      const coin = { cryptocurrency: wanted.cryptocurrency.symbol, network: wanted.network.symbol };
      const exchange = remembered('way') === 'exchange';
      // The screens for the price load at the same time.
      const screens = fetchLateScreens().catch(() => undefined);
      const transaction = await checkout.api.pay({ invoice_id: snapshot.invoice.id, from, exchange, ...coin });
      await screens;
      onQuote(transaction);
    });
  return { busy, problem, quote };
}

/** Read after the first drawing, which is the same for all customers because the server may have made it. */
function useLastKey(): string | null {
  const [key, setKey] = useState<string | null>(null);
  useLayoutEffect(() => setKey(remembered('offer')), []);
  return key;
}

/** Runs one action at a time and keeps its error. */
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
  return { busy, problem, attempt };
}
