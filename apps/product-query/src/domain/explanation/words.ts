/** A name of the catalogue in a sentence: `business_entity_type` is "business entity type". */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}

export function daysIn(days: number): string {
  return days === 1 ? '1 day' : `${String(days)} days`;
}

const CHOICE = new Intl.ListFormat('en', { type: 'disjunction' });
const SERIES = new Intl.ListFormat('en', { type: 'conjunction' });

export function inSeries(parts: readonly string[]): string {
  return SERIES.format(parts);
}

/** Values as a choice in a sentence. */
export function oneOf(values: readonly (string | number | boolean)[]): string {
  return CHOICE.format(
    values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))),
  );
}
