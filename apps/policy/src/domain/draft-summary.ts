import type { PolicyComparison } from '@ndx/catalog';
import { canonicalDigest } from '@ndx/proof';

/** The consent of a second account to the publication of a draft, on the summary of its effect. */
export interface DraftApproval {
  readonly accountId: string;
  readonly entityId: string;
  /** As in JSON. */
  readonly approvedAt: string;
  readonly summary: ComparisonSummary;
  /** SHA-256 of the summary in hexadecimal. */
  readonly summaryDigest: string;
}

/** A comparison as the API shows it. */
export type ComparisonSummary = ReturnType<typeof comparisonSummary>;

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

/** The summary with its digest. */
export function digestedSummary(comparison: PolicyComparison) {
  const summary = comparisonSummary(comparison);
  return { ...summary, summary_digest: canonicalDigest(summary) };
}
