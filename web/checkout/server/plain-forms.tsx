// The forms of a page without a script, which the server reads.

import { ApiProblem } from '../browser/api.ts';
import type { CheckoutSeed } from '../browser/seed.ts';
import { PayAnyway } from '../parts/pay-anyway.tsx';
import { approximateAmount, isOfferedFor, isZero, stillDue } from '../rules/figures.ts';
import type { Invoice, Offer } from '../rules/payment-objects.ts';
import type { Stage } from '../rules/stage.ts';
import { payAddress } from '../start/public-path.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';

/** The result of a form: accepted, or refused with the API's error. */
export interface PlainAnswer {
  readonly kind: 'noted' | 'refused';
  readonly status: number;
  readonly code: string;
  /** The wrong field; null if the error is about no single field. */
  readonly field: string | null;
  /** The code of the error; null if it is about no single field. */
  readonly reason: string | null;
  readonly message: string;
  /** The value of that field. */
  readonly value: string;
}

interface Props {
  readonly seed: CheckoutSeed;
  readonly stage: Stage;
  readonly asked: {
    /** The customer is choosing another way to pay. */
    readonly chooses: boolean;
    /** The page does not reload automatically. */
    readonly isStill: boolean;
    /** The language, if the URL names it. */
    readonly language: string | null;
  };
  /** Whether the drawn page already has a form to choose a way to pay. */
  readonly hasChoice: boolean;
  /** Whether no payment of the customer waits for the merchant. */
  readonly isCalm: boolean;
  readonly answer: PlainAnswer | null;
}

export const lookSeconds = 15;

export function PlainForms({ seed, stage, asked, hasChoice, isCalm, answer }: Props) {
  const { invoice } = seed;
  const { plain } = useWords();
  const here = payAddress(invoice.id);
  const to = (asks = '') => {
    const query = [asks, asked.language && `lang=${asked.language}`].filter(Boolean).join('&');
    return query === '' ? here : `${here}?${query}`;
  };
  const offers = seed.offers.filter((offer) => isOfferedFor(offer, invoice)).reverse();
  const chooses = !hasChoice && (owes(seed, stage) || (asked.chooses && stage.kind === 'awaiting'));
  return (
    <div class="plain">
      {chooses && (
        <PayAnyway when={!isCalm && !asked.chooses}>
          <Choose here={here} offers={offers} invoice={invoice} />
        </PayAnyway>
      )}
      {isWatched(stage) && (
        <p class="plain-foot">
          {stage.kind === 'awaiting' && !asked.chooses && <a href={to('choose')}>{plain.otherWay}</a>}
          {asked.isStill || asked.chooses || answer !== null ? (
            <a href={to()}>{plain.back}</a>
          ) : (
            <>
              <a href={to()}>{plain.lookAgain}</a>
              <span>{plain.looksAgain({ seconds: lookSeconds })}</span>
              <a href={to('still')}>{plain.stopLooking}</a>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Whether the state can still change without the customer. */
export function isWatched(stage: Stage): boolean {
  return stage.kind !== 'paid' && stage.kind !== 'canceled';
}

/** The screens without anything to pay, or with their own form for it. */
const asksNothing: readonly string[] = ['awaiting', 'accepted', 'sent', 'paid', 'expired', 'canceled'];

function owes({ invoice }: CheckoutSeed, stage: Stage): boolean {
  return !asksNothing.includes(stage.kind) && !isZero(stillDue(invoice));
}

/** Shown above everything else. */
export function Answer({ answer }: { answer: PlainAnswer }) {
  const words = useWords();
  const { kind, status, code, field, reason, message } = answer;
  if (kind === 'noted')
    return (
      <p class="notice info" role="status">
        {words.claim.noted}
      </p>
    );
  const fault = faultText(
    new ApiProblem(status, code, message, field === null ? null : { field, code: reason ?? '' }),
    words,
  );
  return (
    <p class="notice problem" id="answer" role="alert">
      {field === 'hash' ? words.plain.hash({ fault }) : field === null ? fault : words.plain.coin({ fault })}
    </p>
  );
}

function Choose({ here, offers, invoice }: { here: string; offers: readonly Offer[]; invoice: Invoice }) {
  const due = stillDue(invoice);
  const { choosing, plain } = useWords();
  return (
    <form class="card" method="post" action={`${here}/choose`}>
      <fieldset class="plain-offers">
        <legend>{choosing.offers}</legend>
        {offers.map((offer) => {
          const { cryptocurrency, network } = offer;
          const isAway = offer.available === false;
          const about = approximateAmount(due, invoice.currency, cryptocurrency);
          return (
            <button
              key={offer.id}
              class="secondary"
              type="submit"
              name="offer"
              value={`${cryptocurrency.symbol} ${network.symbol}`}
              disabled={isAway}
            >
              <span>
                <strong>{cryptocurrency.symbol}</strong> {choosing.onNetwork({ network: network.name })}
              </span>
              <span class="quiet">{isAway ? choosing.unavailable : about && choosing.about({ amount: about })}</span>
            </button>
          );
        })}
      </fieldset>
      <label class="plain-box">
        <input type="checkbox" name="exchange" value="yes" />
        <span>{plain.exchange}</span>
      </label>
    </form>
  );
}

/** Hides controls that need a script. */
export const plainStyle = [
  '.copy,.tabs,.steps button[type=button],.steps .proof,.wallet-connect,fieldset.offers{display:none}',
  '.plain,.plain form,.plain-offers{display:grid;gap:1rem;min-width:0}',
  '.plain-offers{border:0;gap:.5rem}',
  '.plain-offers legend{font-weight:600;font-size:.9375rem}',
  '.plain-offers legend{padding:0;margin-bottom:.375rem}',
  '.plain-offers button{width:100%;justify-content:space-between;font-weight:400}',
  '.plain-box{display:flex;gap:.5rem;align-items:center;min-height:2.75rem;font-size:.9375rem}',
  '.plain-box input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}',
  '.plain-foot{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.875rem;color:var(--soft)}',
  '.plain-foot a{display:inline-flex;align-items:center;min-height:1.5rem}',
].join('');
