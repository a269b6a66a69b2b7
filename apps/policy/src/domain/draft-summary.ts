import type { PolicyComparison } from '@ndx/catalog';
import type { SeenSummary, VersionApproval } from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import { isPassed, type RanTest } from './policy-test.js';

/** What a draft does, as the API shows it: one object that its author submits and another account approves. */
export interface DraftSummary extends ComparisonSummary, SummaryClaims {
  readonly draft_digest: string;
  /** The tests that the policy carries, run under the draft. */
  readonly tests: readonly {
    readonly name: string;
    readonly digest: string;
    readonly passed: boolean;
  }[];
}

/** The members of a summary that this service cannot compute. */
export interface SummaryClaims {
  /** As product-query counted it. */
  readonly simulation: VersionApproval['figures']['simulation'];
  /** As the author of a draft of a furnishing policy stated it. */
  readonly record_simulation: SeenSummary['record_simulation'];
}

/** A comparison as the API shows it. */
export type ComparisonSummary = ReturnType<typeof comparisonSummary>;

/** An account and its institution, with a summary. */
interface OnSummary {
  readonly accountId: string;
  readonly entityId: string;
  readonly summary: DraftSummary;
  /** SHA-256 of the summary in hexadecimal. */
  readonly summaryDigest: string;
}

/** The request of an account that saved a draft for its approval. */
export interface DraftSubmission extends OnSummary {
  /** As in JSON. */
  readonly submittedAt: string;
}

/** The consent of a second account to the publication of a draft, on the summary of its effect. */
export interface DraftApproval extends OnSummary {
  /** As in JSON. */
  readonly approvedAt: string;
}

export function comparisonSummary({ effect, explanation, models, changes }: PolicyComparison) {
  return {
    effect,
    explanation,
    models: models.map((model) => ({
      model_name: model.modelName,
      effect: model.effect,
      fields: model.fields.map((field) => ({ field_name: field.fieldName, effect: field.effect })),
    })),
    changes: changes.map((change) => ({
      model_name: change.modelName,
      field_name: change.fieldName,
      member: change.member,
      effect: change.effect,
      before: change.before,
      after: change.after,
      note: change.note,
    })),
  };
}

/** The inputs of a summary beside the draft. */
export interface SummaryInputs {
  /** Of the publication of the draft. */
  readonly effect: ComparisonSummary;
  readonly tests: readonly RanTest[];
  readonly claims: SummaryClaims;
}

/** The summary of the draft with the digest. */
export function summaryOf(
  draft_digest: string,
  { effect, tests, claims: { simulation, record_simulation } }: SummaryInputs,
): DraftSummary {
  return {
    draft_digest,
    ...effect,
    simulation,
    record_simulation,
    tests: tests.map(({ test: { name, digest }, result }) => ({
      name,
      digest,
      passed: isPassed(result),
    })),
  };
}

/** Whether the publication of a draft has the effect that the summary states. */
export function hasEffect(
  { effect, explanation, models, changes }: DraftSummary,
  now: ComparisonSummary,
): boolean {
  const stated = { effect, explanation, models, changes };
  return canonicalDigest(stated) === canonicalDigest(now);
}

/** The digest and the figures of a summary, for events. */
export function seenSummary(seen: OnSummary): SeenSummary {
  const { record_simulation } = seen.summary;
  return { ...approvedSummary(seen), record_simulation };
}

/** The same of a querying policy. */
export function approvedSummary({ accountId, entityId, summary, summaryDigest }: OnSummary) {
  return {
    account_id: accountId,
    entity_id: entityId,
    effect: summary.effect,
    figures: figuresOf(summary),
    summary_digest: summaryDigest,
  };
}

function figuresOf({ simulation, tests }: DraftSummary): VersionApproval['figures'] {
  const passed = tests.filter((test) => test.passed).length;
  return { simulation, tests_passed: passed, tests_failed: tests.length - passed };
}
