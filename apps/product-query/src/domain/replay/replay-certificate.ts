import { kybContribution, type Contribution, type Product } from '@ndx/catalog';
import type { ModelSelection, PayloadOf, QueryEvent, RecordFurnished } from '@ndx/contracts';
import { assembleCertificate, type JudgedAssembly } from '../certificate/assemble-certificate.js';
import type { Candidate } from '../certificate/candidate.js';
import { certificateBody } from '../certificate/certificate-body.js';
import { decidedAt, type Decision } from '../decision/decision.js';
import {
  appliedRules,
  recordsOf,
  type AppliedRules,
  type RecordedQuery,
  type RecordVerdict,
} from '../explanation/explained-query.js';
import type { SelectionRules } from '../policy/network-rules.js';
import { performedAtOf } from '../performed-at.js';
import { sectionText } from '../certificate/section-text.js';

export type FurnishedRecord = PayloadOf<typeof RecordFurnished>;

/** A query of a product to assemble again. */
export interface PastQuery extends RecordedQuery {
  readonly event: QueryEvent;
  readonly product: Product;
}

export interface ReplayedCertificate extends JudgedAssembly {
  /** The certificate as JSON text; undefined where nothing satisfies the policies. */
  readonly body: string | undefined;
}

/** The ids of the records that a decision considered. */
export function consideredRecords({ ids, models, template }: Decision): string[] {
  const ofModels = Object.values(models)
    .flat()
    .flatMap(([, , record, , , , other]) => (other === undefined ? [record] : [record, other]));
  const ofValues = Object.values(template?.values ?? {}).flat();
  const ofTemplate = [...ofValues, ...(template?.denials ?? [])].map(([, , record]) => record);
  return [...new Set([...ofModels, ...ofTemplate])].flatMap((place) => ids[place] ?? []);
}

/**
 * Assembles the answer to a past query again, from its decision and the records as they were
 * furnished, with the function that assembled it (decision 0076).
 * @param records by id; a record that is absent is not a candidate
 * @param draft selections that replace those of every network's policy
 */
export function replayCertificate(
  query: PastQuery,
  records: ReadonlyMap<string, FurnishedRecord>,
  draft?: readonly ModelSelection[],
): ReplayedCertificate {
  const { product, event, decision } = query;
  const applied = appliedRules(query);
  const judged = assembleCertificate({
    product,
    candidates: candidatesOf(query, applied, records),
    rules: new Map(applied.map((rules) => [rules.networkId, selectionRules(rules, draft)])),
    furnishingEntityIds: decision.requested ?? [],
    now: decidedAt(event, decision),
  });
  const { assembly } = judged;
  return { ...judged, body: assembly && certificateBody(product, headOf(event), assembly) };
}

/** The rules in a network as the assembly reads them; a draft replaces the policy's selections. */
export function selectionRules(
  { accessTo, selections, consent }: AppliedRules,
  draft: readonly ModelSelection[] = selections,
): SelectionRules {
  return {
    accessTo,
    policy: { modelSelections: draft },
    consent: consent && {
      consented_fields: consent.fields,
      business_legal_name: consent.name ?? null,
    },
  };
}

function candidatesOf(
  { product, decision }: PastQuery,
  rules: readonly AppliedRules[],
  records: ReadonlyMap<string, FurnishedRecord>,
): Candidate[] {
  const contributions = new Map<string, readonly Contribution[]>();
  const sectionOf = (record: FurnishedRecord, model: string) => {
    const { record_id: id } = record;
    const sections = contributions.get(id) ?? kybContribution(record.dataset, record.models);
    contributions.set(id, sections);
    return sections.find((section) => section.model === model);
  };
  return product.models.flatMap(({ name }) =>
    recordsOf(decision, rules, name).flatMap((considered) => {
      const { recordId, otherRecordId } = considered;
      const found = [recordId, otherRecordId].flatMap((id) => {
        const record = id === null ? undefined : records.get(id);
        const section = record && sectionOf(record, name);
        return section ? [verificationOf(record, section)] : [];
      });
      const [newest, verified = newest] = found.sort(byNewest);
      return newest && verified ? [candidateOf(considered, verified, newest)] : [];
    }),
  );
}

/** One record of a furnisher, as a candidate has it. */
type Verification = Omit<
  Candidate,
  'networkId' | 'furnishingEntityId' | 'attestationId' | 'newest'
>;

function verificationOf(record: FurnishedRecord, section: Contribution): Verification {
  return {
    model: section.model,
    recordId: record.record_id,
    performedAt: asRead(performedAtOf(section, record)),
    furnishedAt: asRead(record.furnished_at),
    text: sectionText(section),
    statedBusiness: record.stated_business && JSON.stringify(record.stated_business),
  };
}

/** The last furnished first; of two furnished at once the one with the lowest id (decision 0001). */
function byNewest(a: Verification, b: Verification): number {
  return b.furnishedAt - a.furnishedAt || (a.recordId < b.recordId ? -1 : 1);
}

/** The last verified of a furnisher's two records is the one that was not furnished last. */
function candidateOf(
  { rules, furnishingEntityId, attestationId }: RecordVerdict,
  verified: Verification,
  { recordId, furnishedAt, text, statedBusiness }: Verification,
): Candidate {
  return {
    ...verified,
    networkId: rules.networkId,
    furnishingEntityId,
    attestationId,
    newest: recordId === verified.recordId ? null : { recordId, furnishedAt, text, statedBusiness },
  };
}

/** The time as the read of a query has it: Postgres returns seconds, which are not exact in binary. */
export function asRead(time: string): number {
  return (Date.parse(time) / 1_000) * 1_000;
}

/** The constant members of the certificate. */
function headOf(event: QueryEvent): Parameters<typeof certificateBody>[1] {
  return {
    businessId: event.subject_id ?? '',
    certificateId: event.certificate_id ?? '',
    queryEventId: event.query_event_id,
    networks: event.networks.map(({ network_id, policy_id, policy_version }) => ({
      networkId: network_id,
      policyId: policy_id,
      policyVersion: policy_version,
    })),
    consentId: event.consent_id,
    permissiblePurpose: event.permissible_purpose,
    issuedAt: Date.parse(event.occurred_at),
  };
}
