import { stateOf, type Consent } from './consent.js';

/**
 * The previous and new values of a change by member name of the record; null where there was no
 * value.
 */
export type Differences = Readonly<Record<string, Difference>>;

interface Difference {
  readonly from: unknown;
  readonly to: unknown;
}

const RECORDED = [
  'network_id',
  'consumer_id',
  'business_id',
  'scope',
  'consented_fields',
  'expires_at',
  'revoked_at',
] as const;

/**
 * The members that differ between two states of a consent; of the grants, only the changed ones.
 */
export function differenceOf(before: Consent | undefined, after: Consent): Differences {
  const earlier = before && stateOf(before);
  const later = stateOf(after);
  const [grantsBefore, grantsAfter] = differing(
    earlier?.field_access_grants ?? [],
    later.field_access_grants,
  );
  const members: [string, Difference][] = [
    ...RECORDED.map((name): [string, Difference] => [
      name,
      { from: earlier?.[name] ?? null, to: later[name] },
    ]),
    ['field_access_grants', { from: grantsBefore, to: grantsAfter }],
  ];
  return Object.fromEntries(members.filter(([, { from, to }]) => textOf(from) !== textOf(to)));
}

/** The elements of the first list that are not in the second. */
function differing<T>(before: readonly T[], after: readonly T[]): readonly [T[], T[]] {
  const without = (list: readonly T[], other: readonly T[]) => {
    const texts = new Set(other.map(textOf));
    return list.filter((item) => !texts.has(textOf(item)));
  };
  return [without(before, after), without(after, before)];
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
