import { unknownFieldNames, unknownScopeNames, kybCertificate } from '@ndx/catalog';
import type { PermissiblePurpose } from '@ndx/contracts';
import { checkPart, faultAt } from './part.js';
import { POLICY_TEST, REASONS_BY_OUTCOME } from './test-parts.js';

type Values = Readonly<Record<string, unknown>>;

/** A record as it is furnished, with its sections. */
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

export type Outcome = 'issued' | 'no_result' | 'refused';

export interface ExpectedOutcome {
  readonly outcome: Outcome;
  readonly reason?: string;
  /** By section; null: it is absent. */
  readonly result?: Readonly<Record<string, ExpectedSection | null>>;
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
  checkPart(POLICY_TEST, value);
  // The check above states exactly this type.
  const test = value as PolicyTest;
  checkRecords(test);
  test.consents?.forEach((consent, index) => {
    checkConsent(consent, `consents[${String(index)}]`);
  });
  checkExpected(test.expected);
  return test;
}

function checkRecords({ at, records = [] }: PolicyTest): void {
  for (const [index, record] of records.entries()) {
    const path = `records[${String(index)}]`;
    if (Date.parse(record.furnished_at) > Date.parse(at)) {
      throw faultAt(`${path}.furnished_at`, `must not be after at (${at})`, record.furnished_at);
    }
    const names = kybCertificate.models.map(({ name }) => name);
    if (names.every((name) => (record[name] ?? null) === null)) {
      throw faultAt(path, `must have at least one of ${names.join(', ')}`, undefined);
    }
  }
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

function checkExpected({ outcome, reason, result }: ExpectedOutcome): void {
  const reasons = REASONS_BY_OUTCOME[outcome] ?? [];
  if (reason !== undefined && !reasons.includes(reason)) {
    const rule =
      reasons.length === 0
        ? `must be absent for outcome ${outcome}`
        : `must be one of ${reasons.join(', ')} for outcome ${outcome}`;
    throw faultAt('expected.reason', rule, reason);
  }
  if (result !== undefined && outcome !== 'issued') {
    throw faultAt('expected.result', `must be absent for outcome ${outcome}`, result);
  }
}
