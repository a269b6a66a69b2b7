/**
 * Most characters of a text that a policy may list as an accepted value. What is longer is a document,
 * which nobody lists; so a value that is too large to be looked at is never an accepted one.
 */
export const LONGEST_ACCEPTED_TEXT = 1_000;
