/**
 * The form in which names are searched: case means nothing (contract 4.2). Folded here rather than
 * by Postgres, whose `lower()` depends on the locale of the server.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
