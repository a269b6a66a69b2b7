import { exampleOf, knownValuesOf, ruleOf, type Field } from '@ndx/catalog';

export type Scalar = string | number | boolean;

const EXAMPLES: readonly Scalar[] = ['Example value', 'Other example value', 1, 2, 3, '2001-01-02'];

/**
 * A value that the field can have, which is not the stated one and which the policy does not accept
 * either. The value itself stays if it is a boolean or the policy accepts it.
 * @param value as stored; amounts are stored as decimal texts
 * @param accepted the stored values that the policy accepts of the field; null: any
 * @param words to prefer, of a text from which another value is computed
 */
export function madeUpValue(
  field: Field,
  value: unknown,
  accepted: readonly Scalar[] | null,
  words: readonly string[] = [],
) {
  const { accepts, stored = (one: unknown) => one, storedSchema } = ruleOf(field.type);
  const isAccepted = (one: unknown) => (accepted ?? []).some((each) => each === one);
  if (typeof value === 'boolean') return value;
  if (isAccepted(value)) return storedSchema ? Number(value) : value;
  if (Array.isArray(value)) return value.length > 0 ? ['Example value'] : [];
  if (typeof value === 'object')
    return { line_1: '1 Example Street', city: 'Example', country: 'US' };
  const known = knownValuesOf(field);
  const usual = known.some((one) => one === value) ? known : [];
  const examples = [...EXAMPLES, exampleOf(field), exampleOf({ ...field, words: '' })];
  const candidates = [...usual, ...words, ...examples];
  const differs = (one: unknown) => stored(one) !== value && !isAccepted(stored(one));
  return candidates.find((one) => accepts(one) && differs(one)) ?? null;
}

const DAY_MS = 86_400_000;

/**
 * Times before another query with the same ages in days, in the same order. Ages are rounded up, so
 * that each maximum age in days includes the same times.
 * @param now of the past query, `at` of the other one; milliseconds since the epoch
 */
export function madeUpTimes(times: readonly number[], now: number, at: number) {
  const newestFirst = [...new Set(times)].sort((a, b) => b - a);
  return (time: number): string => {
    const place = newestFirst.indexOf(time);
    const days = Math.ceil((now - time) / DAY_MS);
    const before = days * DAY_MS - (newestFirst.length - place) * 1_000;
    return new Date(at - before).toISOString();
  };
}
