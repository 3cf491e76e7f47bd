// The data of the customer's refund page, as the server reads it, and its texts.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Refund as ApiRefund } from '../../../sdk/typescript/src/generated/api.ts';
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import type { WordsOf } from '../../../src/core/words/message.ts';

/** The members of the API's refund that the page shows. */
export type Refund = Pick<
  ApiRefund,
  | ('id' | 'status' | 'fiat_value' | 'currency' | 'cryptocurrency' | 'network' | 'network_name')
  | ('to' | 'amount' | 'hash' | 'confirmations' | 'required_confirmations' | 'explorer_url' | 'suggested_to')
  | ('amount_differs' | 'seen_at' | 'exceeds_paid' | 'suggested_by')
> & {
  /** In coins; null while no transfer came. */
  readonly sent_amount: string | null;
};

export interface CoinChoice {
  readonly id: string;
  readonly cryptocurrency: string;
  readonly network: string;
  readonly network_name: string;
}

export interface RefundData {
  readonly refund: Refund;
  readonly shop: { readonly name: string; readonly image: string | null };
  readonly branding: { readonly color: string | null; readonly logo: string | null };
  readonly support_contact: string | null;
  /** The order of the invoice, as the shop named it. */
  readonly reference: string | null;
  /** The invoice, for the contact. */
  readonly invoice_id: string;
  /** The coins among which the customer chooses first. Absent or null if the coin is certain. */
  readonly choices?: readonly CoinChoice[] | null;
  /** Whether the network is a test network. */
  readonly test: boolean;
}

/** The answer to a form that was refused. */
export interface RefusedForm {
  readonly code: string;
  /** The wrong field; null if the error is about no single field. */
  readonly field: string | null;
  /** The code of the field's error; null without a field. */
  readonly reason: string | null;
  /** The address that was entered; '' if it must not be shown again. */
  readonly value: string;
}

export type RefundWords = WordsOf<Messages['refund'], ComponentChildren>;

export const RefundTexts = createContext<RefundWords | null>(null);

/** Throws if the page was drawn without them. */
export function useRefundWords(): RefundWords {
  const words = useContext(RefundTexts);
  if (words === null) throw new Error('The refund page was drawn without words.');
  return words;
}
