// The code that the customer scans, then the state of the payment, and at the end a tick.
import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../checkout/browser/api.ts';
import { QrCode } from '../checkout/parts/qr-code.tsx';
import { addressGroups } from '../checkout/rules/address-text.ts';
import { isOfferedFor } from '../checkout/rules/figures.ts';
import type { Offer, Snapshot, Transaction } from '../checkout/rules/payment-objects.ts';
import { api, type CounterSeed, clock, type Sale, useLitScreen, useSale } from './browser/sale.ts';
import { type TillWords, useTillWords } from './counter-texts.ts';
import { outcomeOf } from './sale-status.ts';

interface Props {
  readonly sale: Sale;
  readonly app: CounterSeed['app'];
  readonly total: string;
  readonly price: string;
  readonly onEnd: () => void;
}

export function CodeScreen({ sale, app, price, onEnd }: Props) {
  const snapshot = useSale(sale.invoiceId);
  const offers = useOffers(app.id, snapshot);
  const words = useTillWords();
  const outcome = snapshot === null ? null : outcomeOf(snapshot, clock.now());
  useLitScreen();
  if (outcome?.kind === 'done') return <Done price={price} accepted={outcome.accepted} onEnd={onEnd} />;
  if (outcome?.kind === 'over') return <Over onEnd={onEnd} />;
  if (outcome?.kind === 'seen') {
    const due = outcome.due === null ? null : words.price(outcome.due, snapshot?.invoice.currency ?? '');
    return <Seen price={price} payment={outcome.payment} due={due} onEnd={onEnd} />;
  }
  return (
    <section class="till">
      <header>
        <h1 class="name">{price}</h1>
        <button class="secondary small" type="button" onClick={onEnd}>
          {words.texts.cancel}
        </button>
      </header>
      <Scannable key={sale.invoiceId} sale={sale} offers={offers} snapshot={snapshot} />
    </section>
  );
}

/** With one coin, its code is shown at once; with several, the code of the page on which the customer chooses. */
function Scannable({ sale, offers, snapshot }: Pick<Props, 'sale'> & Offered) {
  const { quote, chosen, problem, pick } = useQuote(sale.invoiceId, snapshot);
  const { texts } = useTillWords();
  const only = offers?.length === 1 ? offers[0] : undefined;
  useEffect(() => {
    if (only !== undefined) void pick(only);
  }, [only?.id]);
  return (
    <>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {quote === null ? (
        <CheckoutCode url={sale.checkoutUrl} waits={problem === null && (offers === null || chosen !== null)} />
      ) : isOver(quote) ? (
        <button class="primary" type="button" onClick={() => chosen !== null && pick(chosen)}>
          {texts.newCode}
        </button>
      ) : (
        <CoinCode transaction={quote} />
      )}
      {offers !== null && offers.length > 1 && (
        <fieldset class="coins" aria-label={texts.coins}>
          {offers.map((offer) => (
            <button
              key={offer.id}
              class="secondary small"
              type="button"
              aria-pressed={offer.id === chosen?.id}
              onClick={() => pick(offer)}
            >
              {offer.cryptocurrency.symbol} <span class="quiet">{offer.network.name}</span>
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** The payment request for the coin that was chosen last; null without a coin and a price. */
function useQuote(invoiceId: string, snapshot: Snapshot | null) {
  const words = useTillWords();
  const [chosen, setChosen] = useState<Offer | null>(null);
  const [answered, setAnswered] = useState<Transaction | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const pick = async (offer: Offer): Promise<void> => {
    setChosen(offer);
    setAnswered(null);
    setProblem(null);
    const coin = { cryptocurrency: offer.cryptocurrency.symbol, network: offer.network.symbol };
    try {
      setAnswered(await api.pay({ invoice_id: invoiceId, from: undefined, ...coin }));
    } catch (error) {
      setProblem(problemText(error, words));
    }
  };
  const quote = snapshot?.transactions.find(({ id }) => id === answered?.id) ?? answered;
  return { quote, chosen, problem, pick };
}

/** The service's own messages are for programs. */
function problemText(error: unknown, { texts }: TillWords): string {
  if (!(error instanceof ApiProblem)) return texts.noCode;
  if (error.status === 0) return texts.unreachable;
  if (error.code === 'rate_limited') return texts.busy;
  return error.code === 'rate_unavailable' ? texts.noRate : texts.noCode;
}

/** A payment sent now would be too late for this price. */
function isOver({ status, expire_at: until }: Transaction): boolean {
  return status !== 'processing' || (until !== null && Date.parse(until) <= clock.now());
}

interface Offered {
  readonly offers: readonly Offer[] | null;
  readonly snapshot: Snapshot | null;
}

function CheckoutCode({ url, waits }: { url: string; waits: boolean }) {
  const { texts } = useTillWords();
  if (waits) return <p class="quiet middle">{texts.preparing}</p>;
  return (
    <div class="scan">
      <QrCode text={url} label={texts.pageCode} />
      <p class="middle">{texts.scan}</p>
    </div>
  );
}

/** For a token only the address: some wallets would take its contract out of a payment URI and pay that. */
function CoinCode({ transaction }: { transaction: Transaction }) {
  const { amount, cryptocurrency, network, contract, to, payment_uri: link } = transaction;
  const { texts } = useTillWords();
  return (
    <div class="scan">
      <QrCode
        text={contract === null ? (link ?? to) : to}
        label={texts.coinCode({ amount: amount ?? '', coin: cryptocurrency.symbol })}
      />
      <p class="middle coin-amount">
        <bdi dir="ltr">
          {amount} {cryptocurrency.symbol}
        </bdi>
        <br />
        <span class="quiet">{texts.onNetwork({ network: network.name })}</span>
      </p>
      <p class="middle mono groups" dir="ltr" translate={false}>
        {addressGroups(to).join(' ')}
      </p>
      <p class="middle quiet">
        <span class="spinner" aria-hidden="true" /> {network.test ? texts.waitingTest : texts.waiting}
      </p>
    </div>
  );
}

function Seen({
  price,
  payment,
  due,
  onEnd,
}: {
  price: string;
  payment: Transaction;
  due: string | null;
  onEnd: () => void;
}) {
  const { confirmations, required_confirmations: wanted, network } = payment;
  const { texts } = useTillWords();
  const count = Math.min(confirmations, wanted);
  return (
    <section class="till ended" role="status">
      <div class="spinner big" aria-hidden="true" />
      <h1>{due === null ? texts.coming({ price }) : texts.partComing({ due })}</h1>
      <p>{texts.confirmations({ count, wanted, network: network.name })}</p>
      <button class="secondary" type="button" onClick={onEnd}>
        {texts.newSaleNow}
      </button>
    </section>
  );
}

function Done({ price, accepted, onEnd }: { price: string; accepted: boolean; onEnd: () => void }) {
  const { texts } = useTillWords();
  return (
    <section class="till ended done" role="status">
      <svg class="tick" viewBox="0 0 100 100" role="img" aria-label={texts.paid}>
        <circle cx="50" cy="50" r="48" />
        <path d="M27 52l16 16 31-35" />
      </svg>
      <h1>{accepted ? texts.accepted({ price }) : texts.paidPrice({ price })}</h1>
      <button class="primary" type="button" onClick={onEnd}>
        {texts.newSale}
      </button>
    </section>
  );
}

function Over({ onEnd }: { onEnd: () => void }) {
  const { texts } = useTillWords();
  return (
    <section class="till ended" role="status">
      <h1>{texts.over}</h1>
      <p>{texts.overNext}</p>
      <button class="primary" type="button" onClick={onEnd}>
        {texts.newSale}
      </button>
    </section>
  );
}

/** The coins that can pay this sale right now; null until they are loaded. */
function useOffers(appId: string, snapshot: Snapshot | null): readonly Offer[] | null {
  const [offers, setOffers] = useState<readonly Offer[] | null>(null);
  useEffect(() => {
    api
      .offers(appId)
      .then(setOffers)
      .catch(() => setOffers([]));
  }, [appId]);
  if (offers === null || snapshot === null) return null;
  return offers.filter((offer) => offer.available && isOfferedFor(offer, snapshot.invoice));
}
