import type { Product } from '@ndx/catalog';
import type { QueryEvent } from '@ndx/contracts';
import type { Candidate } from '../candidate.js';
import { assembleCertificate, type JudgedAssembly } from '../certificate/assemble-certificate.js';
import { certificateBody } from '../certificate/certificate-body.js';
import { decidedAt } from '../decision/decision.js';
import {
  appliedRules,
  recordsOf,
  type AppliedRules,
  type RecordedQuery,
} from '../explanation/explained-query.js';
import type { SelectionRules } from '../policy/network-rules.js';
import { sectionOutline, type RecordsRead } from '../simulation/section-outline.js';
import {
  pastCandidates,
  unreadCandidates,
  type FurnishedRecords,
  type StatedTexts,
} from './past-candidates.js';

/** A query of a product to assemble again. */
export interface PastQuery extends RecordedQuery {
  readonly event: QueryEvent;
  readonly product: Product;
}

export interface ReplayedCertificate extends JudgedAssembly {
  /** The certificate as JSON text; undefined where nothing satisfies the policies. */
  readonly body: string | undefined;
}

/** Assembles the answer to a past query again, with its text. */
export function replayCertificate(
  query: PastQuery,
  records: FurnishedRecords,
): ReplayedCertificate {
  const judged = assembleAgain(query, records, appliedRules(query));
  const { assembly } = judged;
  return {
    ...judged,
    body: assembly && certificateBody(query.product, headOf(query.event), assembly),
  };
}

/**
 * Assembles the answer to a past query again, from its decision and the records as they were
 * furnished, with the function that assembled it (decision 0076).
 * @param records by id; a record that is absent is not a candidate
 * @param applied the rules of each network
 * @param read how much of the records of each section was read; undefined: everything
 * @throws UnreadRecordError when the answer depends on more
 */
export function assembleAgain(
  query: PastQuery,
  records: FurnishedRecords,
  applied: readonly AppliedRules[],
  read?: RecordsRead,
): JudgedAssembly {
  const { product, event, decision } = query;
  return assembleCertificate({
    product,
    candidates: candidatesOf(query, applied, records, read),
    rules: new Map(applied.map((rules) => [rules.networkId, selectionRules(rules)])),
    furnishingEntityIds: decision.requested ?? [],
    now: decidedAt(event, decision),
  });
}

/** The rules in a network as the assembly reads them. */
export function selectionRules({ accessTo, selections, consent }: AppliedRules): SelectionRules {
  return {
    accessTo,
    policy: { modelSelections: selections },
    consent: consent && {
      consented_fields: consent.fields,
      business_legal_name: consent.name ?? null,
    },
  };
}

function candidatesOf(
  { product, decision }: PastQuery,
  rules: readonly AppliedRules[],
  records: FurnishedRecords,
  read: RecordsRead | undefined,
): Candidate[] {
  return product.models.flatMap(({ name }) => {
    const considered = recordsOf(decision, rules, name);
    const depth = read ? read.get(name) : 'whole';
    const isStated = statedIn(product, name);
    if (depth === 'whole') return pastCandidates(considered, records, isStated);
    if (!depth) return unreadCandidates(considered, name);
    return unreadCandidates(considered, name, (recordId) => {
      const statement = records.get(recordId)?.statements.find(isStated);
      return statement && sectionOutline(statement.text, depth);
    });
  });
}

/** Whether a statement is of a section. */
const statedIn =
  (product: Product, name: string) =>
  ({ dataset, model }: StatedTexts['statements'][number]): boolean =>
    dataset === product.slug && model === name;

/**
 * The outlines of the considered records, in their order, of the sections whose outlines are read;
 * undefined where a record is not known, or a furnisher has two.
 */
export function outlinesOf(
  { product, decision }: Pick<PastQuery, 'product' | 'decision'>,
  records: ReadonlyMap<string, StatedTexts>,
  read: RecordsRead,
): readonly string[] | undefined {
  const outlines: string[] = [];
  for (const [name, depth] of read) {
    const isStated = statedIn(product, name);
    for (const [, , place, , , , other] of decision.models[name] ?? []) {
      const statement = records.get(decision.ids[place] ?? '')?.statements.find(isStated);
      if (!statement || depth === 'whole' || typeof other === 'number') return undefined;
      outlines.push(sectionOutline(statement.text, depth));
    }
  }
  return outlines;
}

/** The constant members of the certificate of a query. */
export function headOf(event: QueryEvent): Parameters<typeof certificateBody>[1] {
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
