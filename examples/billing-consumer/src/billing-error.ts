/** What stands in the way of billing, said so that somebody can do something about it. */
export class BillingError extends Error {}
