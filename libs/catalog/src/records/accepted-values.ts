/**
 * Maximum length of an accepted value in characters. Longer texts are documents; so a value that is
 * too large to be compared is never an accepted one.
 */
export const LONGEST_ACCEPTED_TEXT = 1_000;
