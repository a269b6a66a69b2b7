import type { ModelSelection } from '@ndx/contracts';
import fc, { type Arbitrary } from 'fast-check';

/** The section of these worlds, and some of its fields. */
export const MODEL = 'business_identity_verification';
export const PERFORMED_AT = 'business_identity_verification_performed_timestamp';
export const DATA_FIELDS = ['business_entity_type', 'business_dba_name', 'business_website_url'];
export const FIELDS = [PERFORMED_AT, ...DATA_FIELDS];

export const FURNISHERS = [0, 1, 2] as const;
/** The places of a record. All but the first are closed to the query. */
export const PLACES = ['here', 'of another subject', 'not listed', 'foreign'] as const;

export const OLDEST_DAYS = 30;

/** The setting that decides what the caller may read; the same in both worlds. */
export interface Setting {
  readonly consent: {
    readonly fields: readonly string[];
    readonly grants: readonly {
      readonly to: number | '*';
      readonly fields: readonly string[];
      readonly isInForce: boolean;
    }[];
  } | null;
  readonly policy:
    | (Pick<
        ModelSelection,
        'is_enabled' | 'is_required' | 'attestation_required' | 'max_age_days'
      > & {
        readonly sources: readonly number[];
        readonly fields: readonly {
          readonly name: string;
          readonly isEnabled: boolean;
          readonly isRequired: boolean;
          readonly accepted: readonly string[] | null;
          readonly sources: readonly number[];
        }[];
      })
    | null;
  /** Empty: every furnisher. */
  readonly scope: readonly number[];
  readonly attested: readonly number[];
}

export interface Verification {
  readonly performedDaysAgo: number | null;
  readonly furnishedDaysAgo: number;
  /** Values by field; null when omitted. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** The records of one section by one furnisher in one place, ordered by id. */
export type Verifications = readonly Verification[];

/** The furnished records by furnisher and place; other places have ended or belong to others. */
export interface KybWorld {
  readonly verifications: readonly Verifications[];
  readonly endedAttestations: readonly boolean[];
  readonly foreignConsent: boolean;
  readonly foreignPolicy: boolean;
}

const FURNISHER_SETS = fc.subarray([...FURNISHERS]);
const FIELD_SETS = fc.subarray(FIELDS, { minLength: 1 });
const RARELY = fc.nat(3).map((n) => n === 0);
const VALUE = fc.constantFrom('a', 'b', 'c', null);

type FieldRule = NonNullable<Setting['policy']>['fields'][number];

const SOURCES = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: FURNISHER_SETS },
);

function rule(name: string): Arbitrary<FieldRule> {
  return fc.record({
    name: fc.constant(name),
    isEnabled: fc.nat(2).map((n) => n > 0),
    isRequired: RARELY,
    accepted: fc.option(fc.constantFrom(['a'], ['a', 'b']), { freq: 2 }),
    sources: SOURCES,
  });
}

export const SETTINGS: Arbitrary<Setting> = fc.record({
  consent: fc.option(
    fc.record({
      fields: FIELD_SETS,
      grants: fc.array(
        fc.record({
          to: fc.constantFrom<number | '*'>('*', ...FURNISHERS),
          fields: FIELD_SETS,
          isInForce: fc.nat(3).map((n) => n > 0),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { freq: 2 },
  ),
  policy: fc.option(
    fc.record({
      is_enabled: fc.nat(9).map((n) => n > 0),
      is_required: RARELY,
      attestation_required: RARELY,
      max_age_days: fc.option(fc.constant(OLDEST_DAYS)),
      sources: SOURCES,
      // Verification time decides order and age: it is closed more often than other fields.
      fields: fc
        .tuple(
          fc.option(rule(PERFORMED_AT), { freq: 2 }),
          fc
            .subarray(DATA_FIELDS, { maxLength: 2 })
            .chain((fields) => fc.tuple(...fields.map(rule))),
        )
        .map(([time, rules]) => (time ? [time, ...rules] : rules)),
    }),
    { freq: 3 },
  ),
  scope: SOURCES,
  attested: fc.oneof(fc.constant([...FURNISHERS]), FURNISHER_SETS),
});

export const VERIFICATION: Arbitrary<Verification> = fc
  .record({
    performedDaysAgo: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 9 }),
    furnishedDaysAgo: fc.integer({ min: 1, max: 60 }),
    values: fc.record(Object.fromEntries(DATA_FIELDS.map((field) => [field, VALUE]))),
  })
  .filter(saysSomething);

/** A record without any field of the section verifies nothing, and replaces nothing. */
function saysSomething({ performedDaysAgo, values }: Verification): boolean {
  return performedDaysAgo !== null || Object.values(values).some((value) => value !== null);
}

const places = FURNISHERS.length * PLACES.length;

export const WORLDS: Arbitrary<KybWorld> = fc.record({
  verifications: fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: fc.array(VERIFICATION, { minLength: 1, maxLength: 2 }) },
    ),
    { minLength: places, maxLength: places },
  ),
  endedAttestations: fc.array(fc.boolean(), {
    minLength: FURNISHERS.length,
    maxLength: FURNISHERS.length,
  }),
  foreignConsent: fc.boolean(),
  foreignPolicy: fc.boolean(),
});

/** A world with this world's readable data and the other world's unreadable data. */
export function twinOf(setting: Setting, world: KybWorld, other: KybWorld): KybWorld {
  return {
    ...other,
    verifications: world.verifications.map((own, slot) =>
      twinVerifications(setting, slot, own, other.verifications[slot] ?? []),
    ),
  };
}

/** Slots are ordered by furnisher, then by place. */
export const slotOf = (slot: number) => ({
  furnisher: FURNISHERS[Math.floor(slot / PLACES.length)] ?? 0,
  place: PLACES[slot % PLACES.length] ?? 'here',
});

function twinVerifications(
  setting: Setting,
  slot: number,
  own: Verifications,
  other: Verifications,
): Verifications {
  const { furnisher, place } = slotOf(slot);
  if (place !== 'here') return other;
  const known = (all: Verifications) => {
    const [standing] = [...all].sort(byStanding(setting, furnisher));
    return standing && mayKnow(setting, furnisher, standing) ? standing : undefined;
  };
  const standing = known(own);
  if (!standing) return known(other) ? [] : other;
  const twin = twinVerification(setting, furnisher, standing, other[0] ?? standing);
  if (!saysSomething(twin)) return [twin];
  // The records that a record replaced may be arbitrary, as long as it replaces them.
  const isSuperseded = (one: Verification) => byStanding(setting, furnisher)(twin, one) < 0;
  return [twin, ...other.slice(1).filter(isSuperseded)];
}

/** The latest verification wins, by the times that the caller may read. */
function byStanding(setting: Setting, furnisher: number) {
  const seesTime = mayName(setting, furnisher, PERFORMED_AT);
  const age = ({ performedDaysAgo, furnishedDaysAgo }: Verification) =>
    (seesTime ? performedDaysAgo : null) ?? furnishedDaysAgo;
  return (a: Verification, b: Verification) =>
    age(a) - age(b) || a.furnishedDaysAgo - b.furnishedDaysAgo;
}

/** The readable values of one record, and the unreadable values of the other. */
function twinVerification(
  setting: Setting,
  furnisher: number,
  own: Verification,
  other: Verification,
): Verification {
  const seesTime = mayName(setting, furnisher, PERFORMED_AT);
  const values = DATA_FIELDS.map((field) => {
    const isOpen = mayName(setting, furnisher, field);
    return [field, (isOpen ? own : other).values[field] ?? null];
  });
  return {
    performedDaysAgo: seesTime ? own.performedDaysAgo : other.performedDaysAgo,
    furnishedDaysAgo: own.furnishedDaysAgo,
    values: Object.fromEntries(values) as Verification['values'],
  };
}

/**
 * Whether the caller may see that the furnisher verified: a record without accepted values is
 * hidden.
 */
function mayKnow(setting: Setting, furnisher: number, one: Verification): boolean {
  const { policy } = setting;
  const at = mayName(setting, furnisher, PERFORMED_AT) ? one.performedDaysAgo : null;
  const days = at ?? one.furnishedDaysAgo;
  return (
    (!policy?.attestation_required || setting.attested.includes(furnisher)) &&
    days <= (policy?.max_age_days ?? Infinity) &&
    FIELDS.some((field) => mayName(setting, furnisher, field)) &&
    (policy?.fields ?? []).every(
      ({ name, accepted }) => !accepted || meets(setting, furnisher, name, accepted, one),
    )
  );
}

/** Only a readable value meets a requirement. */
function meets(
  setting: Setting,
  furnisher: number,
  field: string,
  accepted: readonly string[],
  { values }: Verification,
): boolean {
  const value = values[field] ?? null;
  return mayName(setting, furnisher, field) && value !== null && accepted.includes(value);
}

/** Whether the furnisher's field is readable, whatever its value. */
function mayName({ consent, policy, scope }: Setting, furnisher: number, field: string): boolean {
  const rule = policy?.fields.find(({ name }) => name === field);
  const takes = (sources: readonly number[]) => sources.length === 0 || sources.includes(furnisher);
  const isGranted =
    consent === null ||
    (consent.fields.includes(field) &&
      grantsFor(consent.grants, furnisher).some(({ fields }) => fields.includes(field)));
  return (
    isGranted &&
    takes(scope) &&
    (policy === null || (policy.is_enabled && takes(policy.sources))) &&
    (rule === undefined || (rule.isEnabled && takes(rule.sources))) &&
    // No time is an accepted text, so a time field with accepted values is never shown.
    (field !== PERFORMED_AT || !rule?.accepted)
  );
}

/** The grants in force for a furnisher: its own replace the grants for every furnisher. */
function grantsFor(
  grants: NonNullable<Setting['consent']>['grants'],
  furnisher: number,
): NonNullable<Setting['consent']>['grants'] {
  const inForce = (whose: number | '*') =>
    grants.filter(({ to, isInForce }) => isInForce && to === whose);
  const own = inForce(furnisher);
  return own.length > 0 ? own : inForce('*');
}
