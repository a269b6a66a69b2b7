import type { Product } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { assembleCertificate } from '../domain/assemble-certificate.js';
import { kybCoverage } from '../domain/kyb-coverage.js';
import { KybReader } from '../storage/kyb-reader.js';
import type { CheckedSubject, SubjectCheck } from './coverage-check.js';
import { resolveKybAccess } from './kyb-access.js';

/** Checks the furnishers' data for a product, under the same consent and policy as its query. */
@Injectable()
export class CheckProduct {
  constructor(private readonly reader: KybReader) {}

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async check(
    principal: Principal,
    product: Product,
    check: SubjectCheck,
  ): Promise<CheckedSubject> {
    const query = { ...check, businessId: check.subjectId };
    const facts = await this.reader.read({
      ...query,
      productId: product.id,
      entityId: principal.entity_id,
    });
    const { now } = facts;
    const { businessId, rules } = resolveKybAccess({ principal, product, query, now }, facts);
    const { furnishingEntityIds } = check;
    const input = { product, candidates: facts.candidates, rules, furnishingEntityIds, now };
    const issuable = assembleCertificate(input).assembly !== undefined;
    return { subjectId: businessId, furnishers: kybCoverage(input), issuable };
  }
}
