// The checkout page: the receipt on one side, what to do now on the other.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wearBrand } from './outside/brand.ts';
import type { CheckoutSeed } from './outside/seed.ts';
import type { Wallet } from './outside/wallets.ts';
import { ConnectionNotice, TestRibbon } from './parts/notices.tsx';
import { announcement } from './rules/announcement.ts';
import type { Snapshot, Transaction } from './rules/payment-objects.ts';
import type { ServerClock } from './rules/server-clock.ts';
import { type Stage, stageOf } from './rules/stage.ts';
import { Awaiting } from './screens/awaiting.tsx';
import { Choosing } from './screens/choosing.tsx';
import { Accepted, Canceled, Expired, NotFound, Paid, Unreachable } from './screens/closed.tsx';
import { Confirming } from './screens/confirming.tsx';
import { Installments } from './screens/installments.tsx';
import { Receipt } from './screens/receipt.tsx';
import { Support } from './screens/support.tsx';
import { type CheckoutState, useCheckout } from './use-checkout.ts';
import { faultText } from './words/fault-text.ts';
import { useWords } from './words/words.ts';

export function Checkout(props: { invoiceId: string; clock: ServerClock; seed: CheckoutSeed | null }) {
  const words = useWords();
  const checkout = useCheckout(props.invoiceId, props.clock, props.seed);
  if (checkout.snapshot === null) {
    if (checkout.fault === null) return <Opening />;
    return checkout.fault.status === 404 ? <NotFound /> : <Unreachable problem={faultText(checkout.fault, words)} />;
  }
  return <Page checkout={checkout} snapshot={checkout.snapshot} />;
}

function Page({ checkout, snapshot }: { checkout: CheckoutState; snapshot: Snapshot }) {
  const stage = stageOf(snapshot, checkout.now);
  const { branding } = snapshot.invoice;
  useLayoutEffect(() => wearBrand(branding?.color), [branding?.color]);
  const heading = useFocusOnChange(stage);
  const words = useWords();
  usePageTitle(stage, snapshot, checkout.merchant?.name ?? null);
  return (
    <>
      {isTest(checkout, snapshot) && <TestRibbon />}
      <div class="page">
        <Receipt invoice={snapshot.invoice} merchant={checkout.merchant} stamped={stage.kind === 'paid'} />
        <main class="steps" tabIndex={-1} ref={heading}>
          <ConnectionNotice connection={checkout.connection} />
          <p class="off-screen" role="status">
            {announcement(stage, words)}
          </p>
          <NextStep checkout={checkout} snapshot={snapshot} stage={stage} />
          <Installments transactions={snapshot.transactions} />
          {isOpen(stage) && (
            <p class="quiet foot">
              <Support invoice={snapshot.invoice} />
            </p>
          )}
        </main>
      </div>
    </>
  );
}

/** Whether something is left to do or to wait for; the other screens say themselves where to ask. */
function isOpen({ kind }: Stage): boolean {
  return kind === 'choosing' || kind === 'awaiting' || kind === 'confirming' || kind === 'accepted';
}

function NextStep({ checkout, snapshot, stage }: { checkout: CheckoutState; snapshot: Snapshot; stage: Stage }) {
  const [paysRest, setPaysRest] = useState(false);
  // The wallet that asked for a quote and is to be asked to pay it, once.
  const [chosenWallet, setChosenWallet] = useState<{ wallet: Wallet; transactionId: string } | null>(null);
  const replaced = useReplaced(snapshot.transactions);
  const { invoice } = snapshot;

  const quoted = (transaction: Transaction, wallet: Wallet | null): void => {
    setPaysRest(false);
    setChosenWallet(wallet && { wallet, transactionId: transaction.id });
    checkout.accept(transaction);
  };
  const choose = (expiredQuote: Transaction | null) => (
    <Choosing
      checkout={checkout}
      invoice={invoice}
      expiredQuote={expiredQuote}
      replaced={replaced(expiredQuote)}
      onQuote={quoted}
    />
  );
  switch (stage.kind) {
    case 'paid':
      return <Paid invoice={invoice} transactions={snapshot.transactions} />;
    case 'accepted':
      return <Accepted invoice={invoice} inFlight={stage.inFlight} />;
    case 'canceled':
      return <Canceled invoice={invoice} />;
    case 'expired':
      return (
        <Expired checkout={checkout} invoice={invoice} inFlight={stage.inFlight} transactions={snapshot.transactions} />
      );
    case 'confirming':
      if (paysRest) return choose(null);
      return (
        <Confirming invoice={invoice} inFlight={stage.inFlight} due={stage.due} onPayRest={() => setPaysRest(true)} />
      );
    case 'awaiting': {
      const { transaction } = stage;
      const wallet = chosenWallet?.transactionId === transaction.id ? chosenWallet.wallet : null;
      return (
        <Awaiting
          key={transaction.id}
          checkout={checkout}
          transaction={transaction}
          chosenWallet={wallet}
          replaced={replaced(transaction)}
          onQuote={quoted}
        />
      );
    }
    case 'choosing':
      return choose(stage.expiredQuote);
  }
}

function Opening() {
  const { page } = useWords();
  return (
    <div class="page opening" aria-busy="true">
      <p role="status">{page.opening}</p>
    </div>
  );
}

/** Moves the keyboard and the screen reader along when the screen under them is replaced by another. */
function useFocusOnChange(stage: Stage) {
  const target = useRef<HTMLElement>(null);
  const shown = useRef(stage.kind);
  useEffect(() => {
    if (shown.current === stage.kind) return;
    shown.current = stage.kind;
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView({ block: 'nearest' });
  }, [stage.kind]);
  return target;
}

/** Which attempts a payment was seen for, while this page was open, that is no longer there. */
function useReplaced(transactions: readonly Transaction[]): (transaction: Transaction | null) => boolean {
  const seen = useRef(new Set<string>());
  for (const { id, hash } of transactions) if (hash !== null) seen.current.add(id);
  return (transaction) => transaction !== null && transaction.hash === null && seen.current.has(transaction.id);
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
