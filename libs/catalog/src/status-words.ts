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
    ...[
      'true',
      'yes',
      'in default',
      'collection',
      'collections',
      'in collection',
      'in collections',
    ],
    ...DAYS_LATE.flatMap((days) =>
      [days, `${days}+`].flatMap((late) => [
        ...[late, `${late} days`, `${late} past due`, `${late} late`],
        ...['past due', 'late', 'delinquent'].map((word) => `${late} days ${word}`),
      ]),
    ),
  ],
  false: [
    ...[
      'false',
      'no',
      'current',
      'none',
      'ok',
      'no delinquency',
      'paid as agreed',
      'pays as agreed',
    ],
    ...['never late', 'not past due', 'up to date', 'in good standing'],
    ...['0', '0 days', '0 past due', '0 days past due', '0 days late'],
  ],
};

const NOT_DONE = [
  ...['none', 'no', 'false', 'not performed', 'not done', 'not available', 'missing', 'incomplete'],
  ...['aborted', 'canceled', 'cancelled', 'rejected', 'declined', 'fail', 'failed', 'unsuccessful'],
];

const done = (words: readonly string[], not: readonly string[] = []): StatusWords => ({
  true: words,
  false: [...NOT_DONE, ...not],
});

/**
 * Whether a step of an identity verification succeeded, by the words that describe it. A word that
 * is not listed does not say it.
 */
export const STEP_WORDS = {
  consistency: done(
    [
      ...['consistent', 'match', 'matched', 'confirmed', 'verified', 'pass', 'passed'],
      ...['yes', 'true'],
    ],
    ['inconsistent', 'mismatch', 'no match', 'not matched', 'not verified', 'unverified'],
  ),
  addressMethod: done([
    ...['utility bill', 'bank statement', 'credit card statement', 'tax document', 'lease'],
    ...['rental agreement', 'mortgage statement', 'insurance document', 'government letter'],
    ...['government id', 'driver license', 'drivers license', 'postal code', 'postcard', 'letter'],
    ...['database', 'database match', 'electronic', 'credit bureau', 'in person', 'site visit'],
  ]),
  quality: done(
    [
      ...['high', 'good', 'very good', 'excellent', 'medium', 'fair', 'acceptable', 'adequate'],
      ...['sufficient', 'clear', 'pass', 'passed'],
    ],
    ['low', 'poor', 'bad', 'insufficient', 'inadequate', 'unacceptable', 'unclear', 'blurred'],
  ),
  artifact: done([
    ...['selfie', 'photo', 'facial image', 'face', 'face image', 'portrait', 'video', 'iris'],
    ...['fingerprint', 'palm print', 'voice', 'voice print'],
  ]),
  document: done([
    ...['passport', 'passport card', 'driver license', 'drivers license', "driver's license"],
    ...['driving licence', 'state id', 'identity card', 'national id', 'national identity card'],
    ...['id card', 'military id', 'residence permit', 'permanent resident card', 'visa'],
  ]),
  capture: done([
    ...['video', 'video selfie', 'selfie', 'selfie video', 'photo', 'active', 'passive'],
    ...['head turn', 'blink', 'challenge response', 'motion', 'in person', 'live video'],
  ]),
  clarity: done(
    [
      ...['clear', 'high', 'good', 'excellent', 'acceptable', 'sufficient', 'live', 'genuine'],
      ...['pass', 'passed'],
    ],
    [
      ...['unclear', 'blurred', 'low', 'poor', 'insufficient', 'unacceptable', 'not live'],
      ...['spoof', 'spoof detected', 'spoofed', 'suspected spoof', 'presentation attack'],
    ],
  ),
} as const satisfies Readonly<Record<string, StatusWords>>;

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
