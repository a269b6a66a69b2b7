import type { AnswerOf, productFurnishes } from '@ndx/api';
import { withoutSecrets } from '@ndx/contracts';
import type { SubmissionResult } from '../use-cases/furnish-product.js';

type FurnishProduct = (typeof productFurnishes)[number]['operation'];

/** The answer (design 8). */
export function toSubmissionRecord({
  submissionId,
  results,
}: SubmissionResult): AnswerOf<FurnishProduct> {
  return {
    success: results.every(({ faults }) => faults.length === 0),
    submission_id: submissionId,
    results: results.map(({ subjectId, recordId, faults }, index) => ({
      index,
      accepted: faults.length === 0,
      business_id: subjectId,
      record_id: recordId,
      errors: faults.map(({ code, path, detail }) => ({
        code,
        path: withoutSecrets(path),
        detail: withoutSecrets(detail),
      })),
    })),
  };
}
