// What a customer does without a script: forms that the service reads, beside the page that it draws for everybody.
import type { CheckoutSeed } from '../outside/seed.ts';
import { approximateAmount, isZero, stillDue, withinBounds } from '../rules/figures.ts';
import type { Invoice, Offer, Transaction } from '../rules/payment-objects.ts';
import type { Stage } from '../rules/stage.ts';

/** What became of a form: it was taken note of, or refused for what `field` held. */
export interface PlainAnswer {
  readonly kind: 'noted' | 'refused';
  /** The member of the request that it is about; null where it is about no single one. */
  readonly field: string | null;
  readonly message: string;
  /** What stood in the field. */
  readonly value: string;
}

interface Props {
  readonly seed: CheckoutSeed;
  readonly stage: Stage;
  readonly asked: {
    /** Another way to pay is looked for. */
    readonly chooses: boolean;
    /** The page is not to look again by itself. */
    readonly isStill: boolean;
  };
  readonly answer: PlainAnswer | null;
}

export function PlainForms({ seed, stage, asked, answer }: Props) {
  const { invoice } = seed;
  const here = `/pay/${invoice.id}`;
  const offers = seed.offers.filter((offer) => withinBounds(offer, invoice.total)).reverse();
  const owes = stage.kind === 'choosing' || (stage.kind === 'confirming' && !isZero(stage.due));
  const chooses = owes || (asked.chooses && stage.kind === 'awaiting');
  const claimed = claimable(stage, seed.transactions);
  return (
    <div class="plain">
      <Answer answer={answer} />
      {chooses && <Choose here={here} offers={offers} invoice={invoice} />}
      {claimed && <Claim here={here} transaction={claimed} answer={answer?.field === 'hash' ? answer : null} />}
      {isWatched(stage) && (
        <p class="plain-foot">
          {stage.kind === 'awaiting' && !asked.chooses && <a href={`${here}?choose`}>Pay in another way</a>}
          {asked.isStill || asked.chooses ? (
            <a href={here}>Back to the payment</a>
          ) : (
            <>
              <a href={here}>Look again</a>
              <span>This page looks again every 15 seconds.</span>
              <a href={`${here}?still`}>Stop that</a>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Whether something can still happen by itself. */
export function isWatched(stage: Stage): boolean {
  return stage.kind !== 'paid' && stage.kind !== 'canceled';
}

/** The attempt that a payment may have been made for which nobody sees. */
function claimable(stage: Stage, transactions: readonly Transaction[]): Transaction | null {
  if (stage.kind === 'awaiting') return stage.transaction;
  if (stage.kind === 'choosing') return stage.expiredQuote;
  if (stage.kind !== 'expired') return null;
  return transactions.find((one) => one.hash === null && one.amount !== null) ?? null;
}

function Answer({ answer }: { answer: PlainAnswer | null }) {
  if (answer === null) return null;
  return (
    <p class={answer.kind === 'refused' ? 'notice problem' : 'notice info'} role="alert" id="answer">
      {answer.message}
    </p>
  );
}

function Choose({ here, offers, invoice }: { here: string; offers: readonly Offer[]; invoice: Invoice }) {
  const due = stillDue(invoice);
  return (
    <form class="card" method="post" action={`${here}/choose`}>
      <fieldset class="plain-offers">
        <legend>Coin and network</legend>
        {offers.map((offer) => {
          const { cryptocurrency, network } = offer;
          const isAway = offer.available === false;
          const about = approximateAmount(due, invoice.currency, cryptocurrency);
          return (
            <button
              key={offer.id}
              class="secondary"
              type="submit"
              name="coin"
              value={`${cryptocurrency.symbol}/${network.symbol}`}
              disabled={isAway}
            >
              <span>
                <strong>{cryptocurrency.symbol}</strong> on {network.name}
              </span>
              <span class="quiet">{isAway ? 'Unavailable' : about && `≈ ${about}`}</span>
            </button>
          );
        })}
      </fieldset>
      <label class="plain-box">
        <input type="checkbox" name="exchange" value="yes" />
        <span>I pay from an exchange: hold the price for an hour</span>
      </label>
    </form>
  );
}

function Claim(props: { here: string; transaction: Transaction; answer: PlainAnswer | null }) {
  const { here, transaction, answer } = props;
  return (
    <details class="card plain-claim" open={answer !== null}>
      <summary>I have paid, but nothing shows</summary>
      <form method="post" action={`${here}/claim`}>
        <input type="hidden" name="transaction" value={transaction.id} />
        <label for="hash">Transaction hash, as your wallet or exchange shows it</label>
        <input
          id="hash"
          class="address-input"
          name="hash"
          required
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
          value={answer?.value ?? ''}
          aria-invalid={answer?.kind === 'refused'}
          aria-describedby={answer === null ? undefined : 'answer'}
        />
        <button class="secondary" type="submit">
          Find my payment
        </button>
      </form>
      <p class="quiet">
        Still nothing? Ask the merchant, and give them this number: <span class="mono break">{transaction.id}</span>
      </p>
    </details>
  );
}

/** What only a script could do is not shown where there is none. */
export const plainStyle = [
  '.steps button[type=button],.steps .sender,.steps .nothing-shows,.offers,.countdown{display:none}',
  '.plain,.plain form,.plain-offers{display:grid;gap:1rem;min-width:0}',
  '.plain-offers{border:0;gap:.5rem}',
  '.plain-offers legend,.plain label[for],.plain summary{font-weight:600;font-size:.9375rem}',
  '.plain-offers legend{padding:0;margin-bottom:.375rem}',
  '.plain-offers button{width:100%;justify-content:space-between;font-weight:400}',
  '.plain-box{display:flex;gap:.5rem;align-items:center;min-height:2.75rem;font-size:.9375rem}',
  '.plain-box input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}',
  '.plain-claim form{margin-block:1rem}',
  '.plain-foot{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.875rem;color:var(--soft)}',
  '.plain-foot a{display:inline-flex;align-items:center;min-height:1.5rem}',
].join('');
