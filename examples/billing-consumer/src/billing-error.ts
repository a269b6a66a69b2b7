/** A failure that the operator can act on: the message says what to do, the exit status is 2. */
export class BillingError extends Error {}
