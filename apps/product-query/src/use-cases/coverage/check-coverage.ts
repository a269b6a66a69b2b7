import { datasetById, type Dataset, type Subject } from '@ndx/catalog';
import { invalid, requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { FurnisherCoverage } from '../../domain/coverage/coverage.js';
import { notIdentified } from '../../domain/subject.js';
import { InstitutionNames } from '../../storage/institution-names.js';
import { CheckProduct } from './check-product.js';
import { CheckTemplate } from './check-template.js';
import type { CheckedSubject, CoverageCheck, SubjectCheck } from './coverage-check.js';
import { compareText } from '../../domain/compare-text.js';

export interface CoverageAnswer extends Omit<CheckedSubject, 'furnishers'> {
  readonly subjectType: Subject;
  /** Ordered by requested network, then by the furnisher's name, then by its id. */
  readonly furnishers: readonly (FurnisherCoverage & { readonly name: string | null })[];
}

/** `POST /v1/products/check` (contract 4.6, design 9): returns no value and stores nothing. */
@Injectable()
export class CheckCoverage {
  constructor(
    private readonly checkProduct: CheckProduct,
    private readonly checkTemplate: CheckTemplate,
    private readonly names: InstitutionNames,
  ) {}

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND as the query would */
  async check(principal: Principal, check: CoverageCheck): Promise<CoverageAnswer> {
    for (const networkId of check.networkIds) requireRole(principal, networkId, 'querier');
    const dataset = datasetById(check.productId);
    if (!dataset)
      throw invalid('unknown_product', 'product_id is not the id of a product or template');
    // The id of another kind of subject is ignored.
    const subjectId = dataset.subject === 'business' ? check.businessId : check.consumerId;
    if (check.consentId === undefined && subjectId === undefined) throw notIdentified();
    const coverage = await this.coverageOf(principal, dataset, { ...check, subjectId });
    const names = await this.names.of(
      coverage.furnishers.map((furnisher) => furnisher.furnishingEntityId),
    );
    const place = new Map(check.networkIds.map((networkId, index) => [networkId, index]));
    const furnishers = coverage.furnishers
      .map((furnisher) => ({ ...furnisher, name: names.get(furnisher.furnishingEntityId) ?? null }))
      .sort(
        (a, b) =>
          (place.get(a.networkId) ?? 0) - (place.get(b.networkId) ?? 0) ||
          compareText(a.name ?? '', b.name ?? '') ||
          compareText(a.furnishingEntityId, b.furnishingEntityId),
      );
    return { ...coverage, subjectType: dataset.subject, furnishers };
  }

  private coverageOf(
    principal: Principal,
    dataset: Dataset,
    check: SubjectCheck,
  ): Promise<CheckedSubject> {
    return dataset.kind === 'product'
      ? this.checkProduct.check(principal, dataset, check)
      : this.checkTemplate.check(principal, dataset, check);
  }
}
