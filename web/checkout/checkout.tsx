// The checkout page: the receipt on one side, the next step on the other.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isFramed, isPreview } from './browser/framed.ts';
import { sentHash } from './browser/sent-payments.ts';
import { type LateScreens, useLateScreens } from './late-screens.ts';
import { LanguageSwitch } from './parts/language-switch.tsx';
import { ConnectionNotice, Notice, TestRibbon } from './parts/notices.tsx';
import { isZero } from './rules/figures.ts';
import { pageState, withContact } from './rules/page-state.ts';
import type { Snapshot, Transaction } from './rules/payment-objects.ts';
import { isFresh, mayChoose, type Stage } from './rules/stage.ts';
import { Choosing } from './screens/choose-method.tsx';
import { NotFound, Unreachable } from './screens/no-invoice.tsx';
import { Receipt } from './screens/receipt.tsx';
import { Support } from './screens/support.tsx';
import { type CheckoutState, type Opened, useCheckout } from './use-checkout.ts';
import { faultText } from './words/fault-text.ts';
import { useWords } from './words/words.ts';

export function Checkout(props: Opened) {
  const words = useWords();
  const checkout = useCheckout(props);
  if (checkout.snapshot === null) {
    if (checkout.fault === null) return <Opening />;
    return checkout.fault.status === 404 ? <NotFound /> : <Unreachable problem={faultText(checkout.fault, words)} />;
  }
  const snapshot = withContact(checkout.snapshot, checkout.merchant);
  return <Page checkout={checkout} snapshot={snapshot} embedOrigins={props.seed?.embed_origins ?? []} />;
}

interface PageProps {
  readonly checkout: CheckoutState;
  readonly snapshot: Snapshot;
  /** The origins that may frame this page. */
  readonly embedOrigins: readonly string[];
}

function Page({ checkout, snapshot, embedOrigins }: PageProps) {
  const replaced = useReplaced(snapshot.transactions);
  const [shownAgain, showAgain] = useState<string | null>(null);
  const { stage, cutOff, waiting, networkAway } = pageState({
    snapshot,
    connection: checkout.connection,
    now: checkout.now,
    sentHash,
    showsAgain: (id) => id === shownAgain || replaced(id),
  });
  const framed = useFramed();
  const late = useLateScreens(framed || !isFresh(stage, snapshot));
  const heading = useFocusOnChange(stage);
  const words = useWords();
  usePageTitle(stage, snapshot, checkout.merchant?.name ?? null);
  return (
    <>
      {isTest(checkout, snapshot) && <TestRibbon />}
      <div class="page">
        <Receipt invoice={snapshot.invoice} merchant={checkout.merchant} stamped={stage.kind === 'paid'} />
        <main class="steps" tabIndex={-1} ref={heading}>
          <ConnectionNotice cutOff={cutOff} />
          <p class="off-screen" role="status">
            {/* The texts of later screens arrive with those screens. */}
            {isFresh(stage, snapshot) ? words.announced.choosing : late?.announcement(stage, words)}
          </p>
          {networkAway !== null && stage.kind !== 'awaiting' && 'awaiting' in words && (
            <Notice kind="warning">{words.awaiting.networkAway({ network: networkAway })}</Notice>
          )}
          {late && <late.PaymentBox {...{ checkout, snapshot, stage, waiting }} />}
          <NextStep
            {...{ checkout, snapshot, stage, late, replaced }}
            isCalm={waiting.length === 0}
            isShownAgain={stage.kind === 'awaiting' && stage.transaction.id === shownAgain}
            onShowAgain={showAgain}
          />
          {late && <late.Installments transactions={snapshot.transactions} />}
          {isOpen(stage) && waiting.length === 0 && (
            <p class="quiet foot">
              <Support invoice={snapshot.invoice} />
            </p>
          )}
          {framed && late && <late.InFrame invoice={snapshot.invoice} stage={stage} origins={embedOrigins} />}
        </main>
      </div>
      <LanguageSwitch />
    </>
  );
}

/** Whether the customer can still act or is waiting; the other screens, or the box above them, have the contact. */
function isOpen(stage: Stage): boolean {
  return (
    !['paid', 'partly_paid', 'expired', 'canceled', 'failed'].includes(stage.kind) &&
    !(stage.kind === 'sent' && stage.sent.waits) &&
    !(stage.kind === 'confirming' && !isZero(stage.due))
  );
}

interface StepProps {
  readonly checkout: CheckoutState;
  readonly snapshot: Snapshot;
  readonly stage: Stage;
  readonly late: LateScreens | null;
  readonly replaced: (transactionId: string) => boolean;
  /** No payment of the customer waits for the merchant. */
  readonly isCalm: boolean;
  /** The customer asked for the payment details after a payment was sent. */
  readonly isShownAgain: boolean;
  readonly onShowAgain: (transactionId: string) => void;
}

function NextStep(props: StepProps) {
  const { checkout, snapshot, stage, late, replaced, isCalm, onShowAgain } = props;
  const words = useWords();
  const [goesOn, setGoesOn] = useState(false);
  const sawItOpen = useRef(false);
  const { invoice } = snapshot;
  if (stage.kind !== 'paid') sawItOpen.current = true;

  const quoted = (transaction: Transaction): void => {
    setGoesOn(false);
    checkout.accept(transaction);
  };
  const expiredQuote = stage.kind === 'choosing' ? stage.expiredQuote : null;
  if (stage.kind === 'choosing' || (goesOn && mayChoose(stage)))
    return (
      <Choosing
        {...{ checkout, snapshot, expiredQuote, late, isCalm }}
        isFolded={!isCalm && !goesOn}
        replaced={expiredQuote !== null && replaced(expiredQuote.id)}
        onQuote={quoted}
      />
    );
  if (stage.kind !== 'awaiting')
    return (
      late && (
        <late.LateStep
          {...{ checkout, snapshot, stage, isCalm, onShowAgain }}
          mayReturn={sawItOpen.current && isCalm}
          onPay={() => setGoesOn(true)}
        />
      )
    );
  if (late === null)
    return (
      <section class="card" aria-busy="true">
        <p role="status">{words.choosing.gettingPrice}</p>
      </section>
    );
  const { transaction } = stage;
  return (
    // A quote that replaces another keeps the address and the customer's place on the page.
    <late.Awaiting
      key={`${transaction.to} ${transaction.network.symbol} ${transaction.contract}`}
      checkout={checkout}
      invoice={invoice}
      transaction={transaction}
      replaced={replaced(transaction.id)}
      isCalm={isCalm}
      isFolded={!isCalm && !props.isShownAgain}
      onQuote={quoted}
    />
  );
}

/** False at the first drawing, which the server may have done. */
function useFramed(): boolean {
  const [framed, setFramed] = useState(false);
  useEffect(() => setFramed(isFramed()), []);
  return framed;
}

function Opening() {
  const { page } = useWords();
  return (
    <div class="page opening" aria-busy="true">
      <p role="status">{page.opening}</p>
    </div>
  );
}

/** Moves the keyboard focus and the screen reader to a screen that replaced the one they were on. */
function useFocusOnChange(stage: Stage) {
  const target = useRef<HTMLElement>(null);
  const shown = useRef(stage.kind);
  useEffect(() => {
    if (shown.current === stage.kind) return;
    shown.current = stage.kind;
    // The focus stays in the console: it would lose the keys that its user types meanwhile.
    if (isPreview()) return;
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView({ block: 'nearest' });
  }, [stage.kind]);
  return target;
}

/** The attempts with a payment that was visible while this page was open and has since disappeared. */
function useReplaced(transactions: readonly Transaction[]): (transactionId: string) => boolean {
  const seen = useRef(new Set<string>());
  for (const { id, hash } of transactions) if (hash !== null) seen.current.add(id);
  return (id) => seen.current.has(id) && transactions.some((one) => one.id === id && one.hash === null);
}

function usePageTitle(stage: Stage, snapshot: Snapshot, merchant: string | null): void {
  const { total, currency } = snapshot.invoice;
  const { page, money } = useWords();
  const what = {
    paid: page.titlePaid,
    accepted: page.titleAccepted,
    expired: page.titleExpired,
    canceled: page.titleCanceled,
    confirming: page.titleConfirming,
    sent: page.titleSent,
    failed: page.titleFailed,
    partly_paid: page.titlePartPaid,
  }[stage.kind as string];
  const title = `${what ?? page.titlePay({ total: money(total, currency) })}${merchant ? ` · ${merchant}` : ''}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function isTest(checkout: CheckoutState, { transactions }: Snapshot): boolean {
  const networks = [...(checkout.offers ?? []), ...transactions].map((one) => one.network);
  return networks.some((network) => network.test);
}
