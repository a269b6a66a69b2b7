/** The status words that state a boolean; other words state nothing. */
export interface StatusWords {
  readonly true: readonly string[];
  readonly false: readonly string[];
}

/**
 * Whether a verification succeeded. Words for steps of the process, such as `complete` or
 * `pending`, state no result.
 */
export const VERIFICATION_WORDS: StatusWords = {
  true: [
    ...['verified', 'fully verified', 'confirmed', 'approved', 'pass', 'passed'],
    ...['match', 'matched', 'success', 'successful', 'true', 'yes'],
  ],
  false: [
    ...['not verified', 'unverified', 'not confirmed', 'unconfirmed', 'not approved', 'rejected'],
    ...['declined', 'denied', 'fail', 'failed', 'no match', 'not matched', 'mismatch'],
    ...['unsuccessful', 'false', 'no'],
  ],
};

const DAYS_LATE = ['30', '60', '90', '120', '150', '180'];

/** Whether an account is past due, by its delinquency status. */
export const PAST_DUE_WORDS: StatusWords = {
  true: [
    ...['past due', 'late', 'delinquent', 'charge off', 'charged off', 'default', 'defaulted'],
    ...['in default', 'collection', 'collections', 'in collection', 'in collections'],
    ...DAYS_LATE.flatMap((days) =>
      [days, `${days}+`].flatMap((late) => [
        ...[late, `${late} days`, `${late} past due`, `${late} late`],
        ...['past due', 'late', 'delinquent'].map((word) => `${late} days ${word}`),
      ]),
    ),
  ],
  false: [
    ...['current', 'none', 'ok', 'no delinquency', 'paid as agreed', 'pays as agreed'],
    ...['never late', 'not past due', 'up to date', 'in good standing'],
    ...['0', '0 days', '0 past due', '0 days past due', '0 days late'],
  ],
};

/** The boolean of a status word; null for a word that the table does not list. */
export function statedBoolean(words: StatusWords, status: unknown): boolean | null {
  if (typeof status !== 'string') return null;
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (words.true.includes(word)) return true;
  return words.false.includes(word) ? false : null;
}
