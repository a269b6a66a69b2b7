/** The terms of a consent as a form has them. */
export interface ConsentTerms {
  /** The slugs of the products; empty for all of them. */
  readonly products: readonly string[];
  /** A day (UTC); empty for the default end of a new consent. */
  readonly endsOn: string;
}

/** The scope in a request: `*`, or slugs separated by spaces. */
export function scopeOf({ products }: ConsentTerms): string {
  return products.length === 0 ? '*' : products.join(' ');
}

/** The end in a request: the start of the day. */
export function endOf({ endsOn }: ConsentTerms): string | undefined {
  return dayStart(endsOn);
}

/** The start of a day of a form; undefined for an empty one. */
export function dayStart(day: string): string | undefined {
  return day === '' ? undefined : `${day}T00:00:00Z`;
}
