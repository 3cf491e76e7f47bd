// What the API tells of a shop as a whole: what needs a human, and the figures of a time.

export interface Concern {
  /** `unmatched_payments`, `webhooks_failing`, `network_away` and their kin. */
  readonly kind: string;
  /** Counted up to 100. */
  readonly count: number;
  readonly is_more: boolean;
  /** RFC 3339; null where nobody noted it. */
  readonly since: string | null;
  readonly ids: readonly string[];
  readonly what_to_do: string;
}

export interface Volume {
  readonly currency: string;
  /** How many payments were credited. */
  readonly payments: number;
  /** Decimals in the currency; net is credited less reversed. */
  readonly credited: string;
  readonly reversed: string;
  readonly net: string;
}

export interface Figures {
  /** Invoices made out; null by coin. */
  readonly created: number | null;
  readonly paid: number;
  /** From 0 to 1; null where none was made. */
  readonly conversion: number | null;
  readonly median_seconds: number | null;
  readonly p95_seconds: number | null;
  readonly volume: readonly Volume[];
}

export interface Part extends Figures {
  /** By day, as in '2026-11-23'. */
  readonly date?: string;
  readonly status?: string;
  /** By coin: symbols. */
  readonly cryptocurrency?: string;
  readonly network?: string;
}

export interface Statistics {
  readonly from: string;
  readonly to: string;
  readonly total: Figures;
  readonly parts: readonly Part[];
}
