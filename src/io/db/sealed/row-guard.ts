// The port by which a store signs its rows and checks them. A connection carries it: see guardDatabase.
import type { HeldRow, RowColumns } from '../../secrets/row-form.ts';
import type { MacField } from '../../secrets/row-mac.ts';

/** A row that the service did not write as it is. */
export interface TamperedRow {
  readonly kind: string;
  readonly table: string;
  readonly id: string;
  /** The app whose money it is; null for a row of no app. */
  readonly appId: string | null;
}

/** A row as another kind, and the MAC that it has as that. */
export interface SignedAs {
  readonly columns: RowColumns;
  readonly row: HeldRow;
  readonly mac: Uint8Array | null;
}

export interface RowGuard {
  sign(kind: string, fields: readonly MacField[]): Buffer;
  /**
   * While the rows of an earlier version are being signed, a row holds whose MAC of that version does; true for a row
   * that had none.
   */
  holds(kind: string, fields: readonly MacField[], mac: Uint8Array | null, earlier?: () => SignedAs): boolean;
  /** As `sign`, of a row that holds these columns; in hexadecimal digits. */
  signRow(columns: RowColumns, row: HeldRow): string;
  /** As `holds`, of a row as a statement returns it. */
  holdsRow(columns: RowColumns, row: HeldRow, mac: Uint8Array | null, earlier?: () => SignedAs): boolean;
  /** Takes note of a row that failed. Writes nothing: see recordFindings. */
  note(row: TamperedRow): void;
}
