// The part of the checkout that the shop's page draws itself: amount, address and code, from a signed statement.
import { addressChecksum } from '../../../src/core/payment/address-check.ts';
import { paymentCodes } from '../../checkout/paying/codes/payment-codes.ts';
import { addressGroups } from '../../checkout/rules/address-text.ts';
import { walletLink } from '../../checkout/rules/safe-link.ts';
import { isUrgent, timeLeft } from '../../checkout/rules/server-clock.ts';
import type { Statement } from '../rules/statement.ts';
import type { PageWords } from '../words/page-words.ts';
import { copyRow } from './copy-row.ts';
import { make, shadowOf } from './make-element.ts';
import { paymentCode } from './payment-code.ts';
import { paymentStyle } from './payment-style.ts';

export interface DrawnPayment {
  readonly statement: Statement;
  /** By `performance.now()`. */
  readonly endsAt: number;
  readonly needsPlainAccount: boolean;
}

export interface PaymentPart {
  readonly host: HTMLElement;
  show(payment: DrawnPayment | null, isOpen: boolean, words: PageWords): void;
  focus(): void;
}

export function paymentPart(): PaymentPart {
  const host = make('div');
  const shadow = shadowOf(host, 'closed', paymentStyle);
  let drawn = '';
  let endsAt = Number.POSITIVE_INFINITY;
  let wasOpen = false;
  let timer = 0;
  const tick = (words: PageWords): void => {
    const place = shadow.querySelector('.countdown');
    if (place === null) return;
    const now = performance.now();
    const text = words.texts.priceHolds({ time: timeLeft(endsAt, now) });
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle('urgent', isUrgent(endsAt, now));
  };
  return {
    host,
    show(payment, isOpen, words) {
      host.hidden = payment === null;
      clearInterval(timer);
      if (payment === null) {
        drawn = '';
        shadow.replaceChildren();
        return;
      }
      endsAt = payment.endsAt;
      const { transaction_id, to, amount } = payment.statement;
      const key = [transaction_id, to, amount, words.language, payment.needsPlainAccount].join(' ');
      const isNew = drawn !== key;
      drawn = key;
      if (isNew) shadow.replaceChildren(drawnPart(payment, words));
      const fold = shadow.querySelector('details') as HTMLDetailsElement;
      // Between changes, the customer folds it freely.
      if (isNew || wasOpen !== isOpen) fold.open = isOpen;
      wasOpen = isOpen;
      tick(words);
      timer = window.setInterval(() => tick(words), 1_000);
    },
    focus: () => shadow.querySelector('summary')?.focus(),
  };
}

function drawnPart({ statement, needsPlainAccount }: DrawnPayment, words: PageWords): HTMLElement {
  const { texts, language, direction } = words;
  const { amount, cryptocurrency: coin, network_name: network } = statement;
  const title = texts.title({ amount: `${amount} ${coin}`, network });
  const sendOnly = texts.sendOnly({ thisCoin: coin, network });
  const fold = make(
    'details',
    { open: '' },
    make('summary', {}, make('h2', {}, title)),
    make('p', { class: 'verified' }, texts.onlyHere),
    make('p', { class: 'countdown', role: 'timer' }),
    paymentCode(statement, words),
    openInWallet(statement, texts.openApp),
    rowsOf(statement, words),
    make('p', { class: 'warning' }, needsPlainAccount ? `${sendOnly} ${texts.plainAccount}` : sendOnly),
    make('p', { class: 'quiet' }, `${texts.codeOfAll} `, make('code', { dir: 'ltr' }, checksumOf(statement))),
  );
  return make('section', { lang: language, dir: direction }, fold);
}

function rowsOf(statement: Statement, words: PageWords): HTMLElement {
  const { texts } = words;
  const [to, amount] = [statement.to, statement.amount ?? ''];
  const shownAmount = make('bdi', { class: 'amount', dir: 'ltr' }, amount, ' ');
  shownAmount.append(make('span', {}, statement.cryptocurrency));
  const groups = addressGroups(to).flatMap((group) => [make('span', {}, group), make('wbr')]);
  const shownTo = make('span', { class: 'address', dir: 'ltr', translate: 'no' }, ...groups);
  return make(
    'dl',
    {},
    copyRow({ label: texts.amount, text: amount, what: texts.theAmount, shown: shownAmount }, words),
    copyRow({ label: texts.address, text: to, what: texts.theAddress, shown: shownTo }, words),
  );
}

/** Only if every wallet understands the link: see payment-codes.ts. */
function openInWallet(statement: Statement, text: string): HTMLElement | null {
  const codes = paymentCodes(statement);
  const link = codes.first === 'withAmount' ? walletLink(codes.withAmount) : null;
  return link === null ? null : make('a', { class: 'primary', href: link }, text);
}

function checksumOf({ transaction_id: transactionId, to, network, cryptocurrency, amount }: Statement): string {
  return addressChecksum({ transactionId, to, network, cryptocurrency, amount: amount ?? '' });
}
