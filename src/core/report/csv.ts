// Rows of comma-separated values (RFC 4180) that are safe to open in a spreadsheet.

/** The characters that begin a formula in spreadsheets. */
const beginsFormula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * One cell. Text that a spreadsheet would read as a formula is prefixed with an apostrophe; numbers are not changed.
 * Null becomes an empty cell.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = beginsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row, with the line end of RFC 4180. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
