import { composed } from '@ndx/contracts';
/** The combining dot that remains when `İ` is lowered: nobody types it. */
const COMBINING_DOT_ABOVE = /\u0307/g;

/**
 * The form for searching names, which ignores case (contract 4.2). It is computed letter by letter,
 * so that a part of a name has the same form as within the name (a sigma is the same at the end of
 * a word), and through upper case, so that `ß` is `SS` and every `i` an `I`. It is computed here
 * because Postgres' `lower()` depends on the locale of the server.
 */
export function fold(name: string): string {
  return Array.from(composed(name), foldLetter).join('').replace(COMBINING_DOT_ABOVE, '');
}

/** The same for emails, which are stored in lower case and in which `ß` is not `ss`. */
export function foldEmail(email: string): string {
  return composed(email).toLowerCase();
}

function foldLetter(letter: string): string {
  return letter.toLowerCase().toUpperCase().toLowerCase();
}
