import type { Product } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Assembly } from '../../domain/certificate/assemble-certificate.js';
import { explainCertificate } from '../../domain/explanation/explain-certificate.js';
import type { IssuedSection } from '../../domain/explanation/explain-section.js';
import { querierReader } from '../../domain/explanation/explanation-reader.js';
import { kybCoverage } from '../../domain/coverage/kyb-coverage.js';
import { sectionOf } from '../../domain/certificate/section-reader.js';
import { AssembleKyb } from '../certificate/assemble-kyb.js';
import type { CheckedSubject, SubjectCheck } from './coverage-check.js';
import { expectedQuery } from './expected-query.js';

/** Checks the furnishers' data for a product, under the same consent and policy as its query. */
@Injectable()
export class CheckProduct {
  constructor(private readonly kyb: AssembleKyb) {}

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async check(
    principal: Principal,
    product: Product,
    check: SubjectCheck,
  ): Promise<CheckedSubject> {
    const query = { ...check, businessId: check.subjectId };
    const { businessId, input, assembly, decision } = await this.kyb.assemble(
      principal,
      product,
      query,
    );
    const issuable = assembly !== undefined;
    const expected = expectedQuery(input.rules, decision, { issuable, purpose: check.purpose });
    const issued = assembly && sectionsOf(assembly);
    return {
      subjectId: businessId,
      furnishers: kybCoverage(input),
      issuable,
      explanation: explainCertificate(product, { ...expected, issued }, querierReader(principal)),
    };
  }
}

function sectionsOf(assembly: Assembly): Readonly<Record<string, IssuedSection>> {
  return Object.fromEntries([...assembly].map(([model, section]) => [model, sectionOf(section)]));
}
