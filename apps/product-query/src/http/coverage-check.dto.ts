import { kybCertificate } from '@ndx/catalog';
import { Uuid, wire } from '@ndx/api';
import { isComplete } from '../domain/coverage.js';
import type { CoverageAnswer } from '../use-cases/check-coverage.js';
import { KYB_QUERY_EXAMPLE, KybQueryDto } from './kyb-query.dto.js';

/** About the very subject of the query's. */
export const COVERAGE_CHECK_EXAMPLE = { product_id: kybCertificate.id, ...KYB_QUERY_EXAMPLE };

/** Body of the coverage check (design 9): a query's, about any product or template. */
export class CoverageCheckDto extends KybQueryDto {
  /** Of a product or a template. */
  @Uuid()
  readonly product_id!: string;
}

/** The answer (design 9): what there is, and no value. */
export const Coverage = wire.record('Coverage', {
  product_id: wire.uuid,
  consumer_id: wire.nullable(wire.uuid),
  business_id: wire.nullable(wire.uuid),
  entities: wire.listOf(
    wire.record('FurnisherCoverage', {
      furnishing_entity_id: wire.uuid,
      /** Null for an institution whose name has not arrived yet (decision 0021). */
      furnishing_entity_name: wire.nullable(wire.text),
      network_id: wire.uuid,
      complete: wire.flag,
      models: wire.listOf(
        wire.record('ModelCoverage', {
          model_name: wire.text,
          met_count: wire.integer,
          total_count: wire.integer,
          fields: wire.listOf(
            wire.record('FieldCoverage', { field_name: wire.text, met: wire.flag }),
          ),
        }),
      ),
    }),
  ),
});

export function toCoverage(productId: string, answer: CoverageAnswer): wire.Of<typeof Coverage> {
  const { subjectType, subjectId } = answer;
  return {
    product_id: productId,
    consumer_id: subjectType === 'consumer' ? subjectId : null,
    business_id: subjectType === 'business' ? subjectId : null,
    entities: answer.furnishers.map((furnisher) => ({
      furnishing_entity_id: furnisher.furnishingEntityId,
      furnishing_entity_name: furnisher.name,
      network_id: furnisher.networkId,
      complete: isComplete(furnisher),
      models: furnisher.models.map(({ model, fields }) => ({
        model_name: model,
        met_count: fields.filter(({ met }) => met).length,
        total_count: fields.length,
        fields: fields.map(({ field, met }) => ({ field_name: field, met })),
      })),
    })),
  };
}
