/** The dot that stays when `İ` is lowered: nobody types it. */
const COMBINING_DOT_ABOVE = /\u0307/g;

/**
 * The form in which names are searched: case means nothing (contract 4.2). It is taken letter by
 * letter, so that a part of a name has the form that it has within the name (a sigma is the same at
 * the end of a word), and by way of upper case, so that `ß` is `SS` and every `i` an `I`. Folded
 * here rather than by Postgres, whose `lower()` depends on the locale of the server.
 */
export function fold(name: string): string {
  return Array.from(name.normalize('NFC'), foldLetter).join('').replace(COMBINING_DOT_ABOVE, '');
}

/** The same for emails, which are stored in lower case and in which `ß` is not `ss`. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

function foldLetter(letter: string): string {
  return letter.toLowerCase().toUpperCase().toLowerCase();
}
