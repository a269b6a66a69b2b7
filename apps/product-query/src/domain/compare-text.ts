/** Compares by UTF-16 code units, which no locale changes; for `sort`. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
