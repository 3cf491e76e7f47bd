// The interface through which stores sign and verify their rows. Connections carry it (see guardDatabase).
import type { HeldRow, RowColumns } from '../../secrets/row-form.ts';
import type { MacField } from '../../secrets/row-mac.ts';

/** A row that was changed outside the service. */
export interface TamperedRow {
  readonly kind: string;
  readonly table: string;
  readonly id: string;
  /** The app that the money belongs to. Null for a row without an app. */
  readonly appId: string | null;
}

/** A row as an earlier kind, with its MAC of that kind. */
export interface SignedAs {
  readonly columns: RowColumns;
  readonly row: HeldRow;
  readonly mac: Uint8Array | null;
}

export interface RowGuard {
  sign(kind: string, fields: readonly MacField[]): Buffer;
  /**
   * Whether the MAC is valid. While rows of an earlier version are being signed, a valid MAC of that version also
   * counts, and so does a row of a kind without one.
   */
  holds(kind: string, fields: readonly MacField[], mac: Uint8Array | null, earlier?: () => SignedAs): boolean;
  /** Like `sign`, for a row with these columns. Returns hexadecimal digits. */
  signRow(columns: RowColumns, row: HeldRow): string;
  /** Like `holds`, for a row as a statement returns it. */
  holdsRow(columns: RowColumns, row: HeldRow, mac: Uint8Array | null, earlier?: () => SignedAs): boolean;
  /** Notes a row that failed. It writes nothing to the database: see recordFindings. */
  note(row: TamperedRow): void;
}
