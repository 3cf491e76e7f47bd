// Rows of comma-separated values (RFC 4180) that a spreadsheet opens without running anything of them.

/** What a spreadsheet takes for the beginning of a formula. */
const beginsFormula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * One cell. Text that a spreadsheet would read as a formula gets an apostrophe before it; a number, a negative one too,
 * stays what it is. Null is an empty cell.
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
