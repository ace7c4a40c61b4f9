// A row of a table for spreadsheets (RFC 4180).

export function csvRow(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cell(value: string | number | undefined): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
