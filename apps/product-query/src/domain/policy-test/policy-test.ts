import {
  furnishedFor,
  isObject,
  kybCertificate,
  templateBySlug,
  unknownFieldNames,
  unknownScopeNames,
  type Template,
} from '@ndx/catalog';
import type { PermissiblePurpose } from '@ndx/contracts';
import { checkPart, faultAt, type Part } from './part.js';
import { TEMPLATE_TESTS } from './template-test-parts.js';
import { CERTIFICATE_TEST, REASONS_BY_OUTCOME } from './test-parts.js';

type Values = Readonly<Record<string, unknown>>;

/** A record as it is furnished: with its sections, or with the data of a template. */
export interface TestedRecord extends Values {
  readonly furnishing_entity_id: string;
  /** ISO 8601. */
  readonly furnished_at: string;
  readonly business_identity?: Values | null;
}

export interface TestedConsent {
  readonly consent_id?: string;
  readonly entity_id?: string;
  readonly scope?: string;
  readonly consented_fields?: string;
  readonly expires_at?: string;
  readonly revoked_at?: string | null;
  readonly business_consent_identity?: Values | null;
  /** Absent: one for every furnisher, of the consented fields. */
  readonly field_access_grants?: readonly TestedGrant[];
}

interface TestedGrant {
  readonly furnishing_entity_id: string;
  readonly field_definitions: readonly string[];
  readonly effective_from?: string;
  readonly effective_to?: string | null;
}

interface TestedAttestation {
  readonly entity_id: string;
  readonly expires_at: string;
  readonly revoked_at?: string | null;
}

/** The named values of a section. */
export interface ExpectedSection {
  readonly furnishing_entity_id?: string;
  readonly assertions?: Values;
  readonly data?: Values;
}

/** The named outputs of a group of a template. */
export interface ExpectedGroup {
  readonly furnishing_entity_id?: string;
  readonly outputs?: Values;
}

export type Outcome = 'issued' | 'no_result' | 'refused';

export interface ExpectedOutcome {
  readonly outcome: Outcome;
  readonly reason?: string;
  /** Of a certificate, by section; null: it is absent. */
  readonly result?: Readonly<Record<string, ExpectedSection | null>>;
  /** Of a template, by group; null: it has no source. */
  readonly groups?: Readonly<Record<string, ExpectedGroup | null>>;
}

/** A test of a querying policy, as its file has it. */
export interface PolicyTest {
  readonly name: string;
  /** The file of the policy. */
  readonly policy: string;
  /** The time of the query, ISO 8601. */
  readonly at: string;
  readonly query: {
    readonly querying_entity_id: string;
    /** It has one of the two. */
    readonly product_slug?: string;
    readonly template_slug?: string;
    readonly permissible_purpose?: PermissiblePurpose;
    readonly consent_id?: string;
    readonly furnishing_entity_ids?: readonly string[];
  };
  readonly records?: readonly TestedRecord[];
  readonly consents?: readonly TestedConsent[];
  readonly attestations?: readonly TestedAttestation[];
  readonly expected: ExpectedOutcome;
}

/**
 * The test that a file states.
 * @throws PolicyTestFault naming the member, the rule and the value
 */
export function parsePolicyTest(value: unknown): PolicyTest {
  checkPart(partOf(value), value);
  // The check above states exactly this type.
  const test = value as PolicyTest;
  checkRecords(test);
  test.consents?.forEach((consent, index) => {
    checkConsent(consent, `consents[${String(index)}]`);
  });
  checkExpected(test.expected);
  return test;
}

/** The parts of a file by the template that its query names. */
function partOf(value: unknown): Part {
  const query = isObject(value) ? value['query'] : undefined;
  const slug = isObject(query) ? query['template_slug'] : undefined;
  if (slug === undefined) return CERTIFICATE_TEST;
  const part = typeof slug === 'string' ? TEMPLATE_TESTS.get(slug) : undefined;
  if (part) return part;
  const slugs = [...TEMPLATE_TESTS.keys()].join(', ');
  throw faultAt('query.template_slug', `must be one of ${slugs}`, slug);
}

/** The template that the test queries; undefined for the certificate. */
export function templateOf({ query }: Pick<PolicyTest, 'query'>): Template | undefined {
  return query.template_slug === undefined ? undefined : templateBySlug(query.template_slug);
}

/** The data sets of a template that a record has. */
export function datasetsOf(template: Template, record: TestedRecord): readonly Template[] {
  return furnishedFor(template).filter(({ slug }) => (record[slug] ?? null) !== null);
}

function checkRecords(test: PolicyTest): void {
  const { at, records = [] } = test;
  const template = templateOf(test);
  for (const [index, record] of records.entries()) {
    const path = `records[${String(index)}]`;
    if (Date.parse(record.furnished_at) > Date.parse(at)) {
      throw faultAt(`${path}.furnished_at`, `must not be after at (${at})`, record.furnished_at);
    }
    if (template) checkData(template, record, path);
    else checkSections(record, path);
  }
}

function checkSections(record: TestedRecord, path: string): void {
  const names = kybCertificate.models.map(({ name }) => name);
  if (names.some((name) => (record[name] ?? null) !== null)) return;
  throw faultAt(path, `must have at least one of ${names.join(', ')}`, undefined);
}

/** A record of a template has the data of one template. */
function checkData(template: Template, record: TestedRecord, path: string): void {
  if (datasetsOf(template, record).length === 1) return;
  const names = furnishedFor(template).map(({ slug }) => slug);
  const rule = names.length === 1 ? 'must have' : 'must have exactly one of';
  throw faultAt(path, `${rule} ${names.join(', ')}`, undefined);
}

function checkConsent(consent: TestedConsent, path: string): void {
  const { scope = '*', consented_fields: fields = '*', field_access_grants: grants = [] } = consent;
  const [product] = unknownScopeNames(scope);
  if (product !== undefined) throw faultAt(`${path}.scope`, 'has an unknown product', product);
  const [field] = unknownFieldNames(fields);
  if (field !== undefined) throw faultAt(`${path}.consented_fields`, 'has an unknown field', field);
  grants.forEach(({ field_definitions: definitions }, index) => {
    const [unknown] = unknownFieldNames(definitions);
    const member = `${path}.field_access_grants[${String(index)}].field_definitions`;
    if (unknown !== undefined) throw faultAt(member, 'has an unknown field', unknown);
  });
}

function checkExpected({ outcome, reason, result, groups }: ExpectedOutcome): void {
  const reasons = REASONS_BY_OUTCOME[outcome] ?? [];
  if (reason !== undefined && !reasons.includes(reason)) {
    const rule =
      reasons.length === 0
        ? `must be absent for outcome ${outcome}`
        : `must be one of ${reasons.join(', ')} for outcome ${outcome}`;
    throw faultAt('expected.reason', rule, reason);
  }
  for (const [member, stated] of Object.entries({ result, groups })) {
    if (stated === undefined || outcome === 'issued') continue;
    throw faultAt(`expected.${member}`, `must be absent for outcome ${outcome}`, stated);
  }
}
