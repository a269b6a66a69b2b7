import type { ModelSelection } from '@ndx/contracts';
import fc, { type Arbitrary } from 'fast-check';

/** The section that these worlds are about, and some of its fields. */
export const MODEL = 'business_identity_verification';
export const PERFORMED_AT = 'business_identity_verification_performed_timestamp';
export const DATA_FIELDS = ['business_entity_type', 'business_dba_name', 'business_website_url'];
const FIELDS = [PERFORMED_AT, ...DATA_FIELDS];

export const FURNISHERS = [0, 1, 2] as const;
/** Where a record may lie. All but the first are closed to the query, whatever else is said. */
export const PLACES = ['here', 'of another subject', 'not listed', 'foreign'] as const;

export const OLDEST_DAYS = 30;

/** What decides on what the caller may read; the same in both worlds. */
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
  /** By field; null where it was left out. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** What is furnished, by furnisher and place; the rest is what has ended or belongs to others. */
export interface KybWorld {
  readonly verifications: readonly (Verification | null)[];
  readonly endedAttestations: readonly boolean[];
  readonly foreignConsent: boolean;
  readonly foreignPolicy: boolean;
}

const FURNISHER_SETS = fc.subarray([...FURNISHERS]);
const FIELD_SETS = fc.subarray(FIELDS, { minLength: 1 });
const RARELY = fc.nat(3).map((n) => n === 0);
const VALUE = fc.constantFrom('a', 'b', 'c', null);

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
    { freq: 3 },
  ),
  policy: fc.option(
    fc.record({
      is_enabled: fc.nat(9).map((n) => n > 0),
      is_required: RARELY,
      attestation_required: RARELY,
      max_age_days: fc.option(fc.constant(OLDEST_DAYS)),
      sources: fc.oneof(fc.constant([]), FURNISHER_SETS),
      fields: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom(...FIELDS),
          isEnabled: fc.nat(2).map((n) => n > 0),
          isRequired: RARELY,
          accepted: fc.option(fc.constantFrom(['a'], ['a', 'b'])),
          sources: fc.oneof(fc.constant([]), FURNISHER_SETS),
        }),
        { selector: ({ name }) => name, maxLength: 3 },
      ),
    }),
    { freq: 3 },
  ),
  scope: fc.oneof(fc.constant([]), FURNISHER_SETS),
  attested: FURNISHER_SETS,
});

const VERIFICATION: Arbitrary<Verification> = fc.record({
  performedDaysAgo: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 9 }),
  furnishedDaysAgo: fc.integer({ min: 1, max: 60 }),
  values: fc.record(Object.fromEntries(DATA_FIELDS.map((field) => [field, VALUE]))),
});

const places = FURNISHERS.length * PLACES.length;

export const WORLDS: Arbitrary<KybWorld> = fc.record({
  verifications: fc.array(fc.option(VERIFICATION, { freq: 3 }), {
    minLength: places,
    maxLength: places,
  }),
  endedAttestations: fc.array(fc.boolean(), {
    minLength: FURNISHERS.length,
    maxLength: FURNISHERS.length,
  }),
  foreignConsent: fc.boolean(),
  foreignPolicy: fc.boolean(),
});

/** The world with all that its caller may read, and of the rest what another world has. */
export function twinOf(setting: Setting, world: KybWorld, other: KybWorld): KybWorld {
  return {
    ...other,
    verifications: world.verifications.map((own, slot) =>
      twinVerification(setting, slot, own, other.verifications[slot] ?? null),
    ),
  };
}

/** Slots go by furnisher, then by place. */
export const slotOf = (slot: number) => ({
  furnisher: FURNISHERS[Math.floor(slot / PLACES.length)] ?? 0,
  place: PLACES[slot % PLACES.length] ?? 'here',
});

function twinVerification(
  setting: Setting,
  slot: number,
  own: Verification | null,
  other: Verification | null,
): Verification | null {
  const { furnisher, place } = slotOf(slot);
  if (place !== 'here') return other;
  const isKnown = (one: Verification | null) => one !== null && mayKnow(setting, furnisher, one);
  if (own === null || !isKnown(own)) return isKnown(other) ? null : other;
  if (other === null) return own;
  const seesTime = mayName(setting, furnisher, PERFORMED_AT);
  const values = DATA_FIELDS.map((field) => {
    const value = own.values[field] ?? null;
    if (mayRead(setting, furnisher, field, value)) return [field, value];
    const hidden = other.values[field] ?? null;
    return [field, mayRead(setting, furnisher, field, hidden) ? null : hidden];
  });
  return {
    performedDaysAgo: seesTime ? own.performedDaysAgo : other.performedDaysAgo,
    furnishedDaysAgo: own.furnishedDaysAgo,
    values: Object.fromEntries(values) as Verification['values'],
  };
}

/** Whether the caller may know that the furnisher verified at all. */
function mayKnow(setting: Setting, furnisher: number, one: Verification): boolean {
  const { policy } = setting;
  const at = mayName(setting, furnisher, PERFORMED_AT) ? one.performedDaysAgo : null;
  const days = at ?? one.furnishedDaysAgo;
  return (
    (!policy?.attestation_required || setting.attested.includes(furnisher)) &&
    days <= (policy?.max_age_days ?? Infinity) &&
    FIELDS.some((field) => mayName(setting, furnisher, field))
  );
}

function mayRead(setting: Setting, furnisher: number, field: string, value: string | null) {
  const rule = setting.policy?.fields.find(({ name }) => name === field);
  const isAccepted = !rule?.accepted || (value !== null && rule.accepted.includes(value));
  return isAccepted && mayName(setting, furnisher, field);
}

/** Whether the furnisher's value of a field is open, whichever it is. */
function mayName({ consent, policy, scope }: Setting, furnisher: number, field: string): boolean {
  const rule = policy?.fields.find(({ name }) => name === field);
  const takes = (sources: readonly number[]) => sources.length === 0 || sources.includes(furnisher);
  const isGranted =
    consent === null ||
    (consent.fields.includes(field) &&
      consent.grants.some(
        ({ to, fields, isInForce }) =>
          isInForce && (to === '*' || to === furnisher) && fields.includes(field),
      ));
  return (
    isGranted &&
    takes(scope) &&
    (policy === null || (policy.is_enabled && takes(policy.sources))) &&
    (rule === undefined || (rule.isEnabled && takes(rule.sources))) &&
    // No value of a time is on a list of accepted texts, so it is never shown.
    (field !== PERFORMED_AT || !rule?.accepted)
  );
}
