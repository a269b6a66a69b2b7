import { knownValuesOf, type Field } from '@ndx/catalog';

type Scalar = string | number | boolean;

/**
 * A value of the same type that is not the stated one, which the policy does not accept either. The
 * value itself stays if it is a boolean or the policy accepts it.
 * @param accepted the values that the policy accepts of the field; null: any
 */
export function madeUpValue(field: Field, value: unknown, accepted: readonly Scalar[] | null) {
  const isAccepted = (one: unknown) => (accepted ?? []).some((each) => each === one);
  if (typeof value === 'boolean' || isAccepted(value)) return value;
  const differs = (one: unknown) => one !== value && !isAccepted(one);
  if (typeof value === 'number') return [1, 2, 3].find(differs) ?? value + 1;
  if (typeof value === 'string') {
    const examples = ['Example value', 'Other example value'];
    const known = knownValuesOf(field);
    return (known.includes(value) ? [...known, ...examples] : examples).find(differs) ?? null;
  }
  if (Array.isArray(value)) return ['Example value'];
  return { line_1: '1 Example Street', city: 'Example', country: 'US' };
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
