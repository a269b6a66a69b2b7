import { isObject, kybCertificate, utcOf, type Model } from '@ndx/catalog';
import type { PolicyTest, TestedRecord } from '@ndx/product-query/policy-test';

const NAME = 'Played Business LLC';

type Values = Readonly<Record<string, unknown>>;

/** A section of a record, of an expected outcome, or of an answer. */
interface TimedSection {
  readonly assertions?: unknown;
}

/** When the last record was furnished, in milliseconds since the epoch; without one, the query. */
export function lastFurnishing({ at, records = [] }: PolicyTest): number {
  const times = records.map(({ furnished_at }) => Date.parse(furnished_at));
  return times.length === 0 ? Date.parse(at) : Math.max(...times);
}

/**
 * The test with its records furnished one directly after the other, the last one at its time. Of
 * records with one time the first is preferred, of others the last furnished one: it comes last.
 */
export function furnishedAtOnce(test: PolicyTest): PolicyTest {
  const last = lastFurnishing(test);
  const ordered = [...(test.records ?? [])]
    .reverse()
    .sort((a, b) => Date.parse(a.furnished_at) - Date.parse(b.furnished_at));
  const records = ordered.map((record, place) => ({
    ...record,
    furnished_at: new Date(last - (ordered.length - 1 - place)).toISOString(),
  }));
  return { ...test, records };
}

/** The test with a legal name in each record and consent, as the API requires it. */
export function withNames(test: PolicyTest): PolicyTest {
  const { records = [], consents = [] } = test;
  const identities = [
    ...consents.map(({ business_consent_identity: identity }) => identity),
    ...records.map(({ business_identity: identity }) => identity),
  ];
  const usual = identities.map(nameIn).find((name) => name !== undefined) ?? NAME;
  const named = (identity: Values | null | undefined) => ({
    business_legal_name: nameIn(identity) ?? usual,
  });
  return {
    ...test,
    records: records.map((record) => ({
      ...record,
      business_identity: named(record.business_identity),
    })),
    consents: consents.map((consent) => ({
      ...consent,
      business_consent_identity: named(consent.business_consent_identity),
    })),
  };
}

function nameIn(identity: Values | null | undefined): string | undefined {
  const name = identity?.['business_legal_name'];
  return typeof name === 'string' ? name : undefined;
}

/** The sections that a record states, with their times of verification moved. */
export function movedSections(record: TestedRecord, ms: number): Values {
  const stated = kybCertificate.models.flatMap((model) => {
    const section = record[model.name];
    return isObject(section) ? [[model.name, movedSection(model, section, ms)] as const] : [];
  });
  return Object.fromEntries(stated);
}

/** The sections of a result with their times of verification moved, in UTC. */
export function movedResult<S extends TimedSection>(
  result: Readonly<Record<string, S | null>>,
  ms: number,
): Readonly<Record<string, S | null>> {
  const moved = kybCertificate.models.flatMap((model) => {
    const section = result[model.name];
    if (section === undefined) return [];
    return [[model.name, section && movedSection(model, section, ms)] as const];
  });
  return Object.fromEntries(moved);
}

function movedSection<S extends TimedSection>({ performedAt }: Model, section: S, ms: number): S {
  const { assertions } = section;
  if (!isObject(assertions)) return section;
  const time = assertions[performedAt];
  if (typeof time !== 'string') return section;
  return { ...section, assertions: { ...assertions, [performedAt]: movedTime(time, ms) } };
}

/** A time in ISO 8601, moved. */
export function movedTime(time: string, ms: number): string {
  return new Date(Date.parse(utcOf(time)) + ms).toISOString();
}
