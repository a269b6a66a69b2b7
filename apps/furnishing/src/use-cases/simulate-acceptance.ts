import { RECORDS_PER_SIMULATED_PAGE } from '@ndx/api';
import {
  acceptanceRules,
  datasetBySlug,
  type AcceptanceRules,
  type Dataset,
  type PolicyMetadata,
} from '@ndx/catalog';
import { invalid, requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { faultsUnder } from '../domain/acceptance.js';
import {
  acceptanceCounts,
  type AcceptanceCounts,
  type Verdict,
} from '../domain/acceptance-counts.js';
import { datasetsGovernedBy } from '../domain/candidate.js';
import type { Fault } from '../domain/fault.js';
import { FurnishingPolicyReader, type KnownPolicy } from '../storage/furnishing-policy-reader.js';
import {
  PastRecords,
  type PastRecord,
  type PastSubmission,
  type SubmissionPlace,
} from '../storage/past-records.js';

/** Rules, and the past records on which they decide. */
export interface RequestedAcceptance {
  /** Undefined: the rules of the policy. */
  readonly metadata: PolicyMetadata | undefined;
  readonly from: Date;
  /** Undefined: now. */
  readonly to: Date | undefined;
  /** The last submission of the page before. */
  readonly after: SubmissionPlace | undefined;
}

/** A page of a simulation. */
export interface SimulatedAcceptance {
  readonly policy: KnownPolicy;
  readonly to: Date;
  readonly counts: AcceptanceCounts;
  /** The last submission of the page; undefined after the last page. */
  readonly last: SubmissionPlace | undefined;
}

/** The records of a submission are at most a request's body. */
const SUBMISSIONS_PER_READ = 5;
/** Bytes of records after which a page ends, so that its time is bounded. */
const PAGE_BYTES = 16 * 1024 * 1024;

/** `POST /v1/networks/policies/furnishing/{policy_id}/simulation` (decision 0117). */
@Injectable()
export class SimulateAcceptance {
  constructor(
    private readonly policies: FurnishingPolicyReader,
    private readonly past: PastRecords,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR */
  async simulate(
    principal: Principal,
    policyId: string,
    { metadata, from, to, after }: RequestedAcceptance,
  ): Promise<SimulatedAcceptance> {
    const policy = await this.policies.load(principal, policyId);
    requireRole(principal, policy.networkId, 'governor');
    const { networkId, dataset } = policy;
    const rules = metadata ? acceptanceRules(dataset, metadata) : policy.rules;
    const period = periodOf(from, to);
    const submissions = await this.past.submissions({
      ...{ networkId, productId: dataset.id, ...period, after },
      datasets: datasetsGovernedBy(dataset).map(({ slug }) => slug),
      records: RECORDS_PER_SIMULATED_PAGE,
    });
    const { verdicts, last } = await this.decide(submissions, decisionBy(dataset, rules));
    return { policy, to: period.to, counts: acceptanceCounts(verdicts), last };
  }

  /** Decides whole submissions, until the page is full. */
  private async decide(submissions: readonly PastSubmission[], faultsOf: Decision) {
    const verdicts: Verdict[] = [];
    let last: PastSubmission | undefined;
    let bytes = 0;
    for (const batch of batchesOf(submissions)) {
      const records = await this.past.records(batch.map(({ id }) => id));
      const byId = new Map(batch.map((submission) => [submission.id, submission]));
      for (const record of records) {
        const submission = byId.get(record.submissionId);
        if (!submission) continue;
        const { furnishingEntityId } = submission;
        verdicts.push({ furnishingEntityId, faults: faultsOf(submission, record) });
        bytes += record.size;
      }
      last = batch.at(-1);
      if (bytes >= PAGE_BYTES) break;
    }
    return { verdicts, last };
  }
}

type Decision = (submission: PastSubmission, record: PastRecord) => readonly Fault[];

/** Decides as furnishing did at the submission, by other rules of one product or template. */
function decisionBy(governing: Dataset, rules: AcceptanceRules): Decision {
  return ({ dataset: slug, submittedAt, judgedAt, isAttested }, { subjectType: kind, models }) => {
    const dataset = datasetBySlug(slug);
    if (!dataset) throw new Error(`the catalogue has no ${slug}`);
    const terms = {
      requiredFields: rules.required_fields,
      attestationRequired: rules.attestation_required,
      maxAgeDays: rules.max_age_days,
      isAttested,
    };
    const subject = { kind, identity: {} };
    const candidate = { path: [], dataset, subject, corrects: null, models };
    return faultsUnder([{ dataset: governing, terms }], candidate, submittedAt, judgedAt);
  };
}

/** @throws VALIDATION_ERROR */
function periodOf(from: Date, to: Date | undefined) {
  const now = new Date();
  const end = to && to < now ? to : now;
  if (from >= end) throw invalid('invalid_window', 'from must be before to, and in the past');
  return { from, to: end };
}

function batchesOf(submissions: readonly PastSubmission[]): readonly (readonly PastSubmission[])[] {
  const count = Math.ceil(submissions.length / SUBMISSIONS_PER_READ);
  return Array.from({ length: count }, (_, at) =>
    submissions.slice(at * SUBMISSIONS_PER_READ, (at + 1) * SUBMISSIONS_PER_READ),
  );
}
