// The API's answers as this page reads them. Everything beyond the published fields is optional: an answer may lack it.

export interface Invoice {
  readonly id: string;
  readonly app_id: string;
  readonly status: 'open' | 'partially_paid' | 'paid' | 'expired' | 'canceled';
  readonly currency: string;
  readonly total: string;
  /** Confirmed, and seen but not yet confirmed; both in the invoice's currency. */
  readonly paid: string;
  readonly pending: string;
  /** Since when the merchant takes it as good although not everything is confirmed. */
  readonly accepted_at?: string | null;
  readonly exceptions?: readonly string[];
  readonly order?: Order | null;
  readonly success_url?: string | null;
  readonly cancel_url?: string | null;
  readonly expires_at: string;
  readonly support_contact?: string | null;
  readonly branding?: { readonly color: string | null; readonly logo: string | null };
  readonly test?: boolean;
}

export interface Order {
  readonly reference?: string | null;
  readonly description?: string | null;
  readonly items?: readonly OrderItem[] | null;
  readonly discount?: string | null;
  readonly tax?: string | null;
  readonly shipping?: string | null;
}

export interface OrderItem {
  readonly name: string;
  readonly quantity?: number | string | null;
  readonly price: string;
}

export interface Cryptocurrency {
  readonly symbol: string;
  readonly name: string;
  readonly stable?: boolean;
  readonly rates?: Readonly<Record<string, number>>;
  readonly decimals?: number;
}

export interface Network {
  readonly symbol: string;
  readonly name: string;
  readonly type: string;
  readonly test?: boolean;
  readonly available?: boolean;
  readonly internal_transfers?: 'traced' | 'one_time_addresses' | 'direct_only' | null;
}

export interface Transaction {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly amount: string | null;
  readonly hash: string | null;
  readonly block: number | null;
  readonly status: 'processing' | 'success' | 'canceled' | 'rejected';
  readonly reason?: string | null;
  readonly received_amount?: string | null;
  readonly confirmations?: number | null;
  readonly required_confirmations?: number | null;
  readonly requires_finality?: boolean;
  readonly payment_uri?: string | null;
  readonly explorer_url?: string | null;
  readonly contract?: string | null;
  readonly expire_at: string | null;
  readonly created_at: string;
  readonly cryptocurrency: Cryptocurrency;
  readonly network: Network;
}

/** A way to pay that the merchant offers. */
export interface Offer {
  readonly id: string;
  readonly cryptocurrency: Cryptocurrency;
  readonly network: Network;
  readonly min_total?: string | null;
  readonly max_total?: string | null;
  readonly available?: boolean;
}

export interface Merchant {
  readonly name: string;
  readonly description?: string | null;
  readonly image?: string | null;
  readonly url?: string | null;
}

/** An invoice and the attempts to pay it, those that money was seen for first, newest first within each, at one moment. */
export interface Snapshot {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
}
