import type { AnswerOf, checkCoverage } from '@ndx/api';
import { isComplete } from '../domain/coverage/coverage.js';
import { toExplained } from './explanation.js';
import type { CoverageAnswer } from '../use-cases/coverage/check-coverage.js';

export function toCoverage(
  productId: string,
  answer: CoverageAnswer,
): AnswerOf<typeof checkCoverage> {
  const { subjectType, subjectId } = answer;
  return {
    product_id: productId,
    consumer_id: subjectType === 'consumer' ? subjectId : null,
    business_id: subjectType === 'business' ? subjectId : null,
    issuable: answer.issuable,
    explanation: toExplained(answer.explanation),
    entities: answer.furnishers.map((furnisher) => ({
      furnishing_entity_id: furnisher.furnishingEntityId,
      furnishing_entity_name: furnisher.name,
      network_id: furnisher.networkId,
      complete: isComplete(furnisher),
      missing: [...furnisher.missing],
      models: furnisher.models.map(({ model, fields }) => ({
        model_name: model,
        met_count: fields.filter(({ met }) => met).length,
        total_count: fields.length,
        fields: fields.map(({ field, met }) => ({ field_name: field, met })),
      })),
    })),
  };
}
