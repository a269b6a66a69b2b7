import type { PermissiblePurpose } from '@ndx/contracts';
import type { SubjectCoverage } from '../../domain/coverage/coverage.js';
import type { QueryExplanation } from '../../domain/explanation/explanation.js';

export interface CoverageCheck {
  readonly productId: string;
  readonly networkIds: readonly string[];
  readonly policyId: string | undefined;
  /** Empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
  readonly consentId: string | undefined;
  readonly consumerId: string | undefined;
  readonly businessId: string | undefined;
  readonly purpose: PermissiblePurpose | undefined;
}

/** A check about one subject, by consent, by id or by both. */
export type SubjectCheck = Omit<CoverageCheck, 'productId' | 'consumerId' | 'businessId'> & {
  readonly subjectId: string | undefined;
};

/** The coverage of each furnisher, unordered, and how a query would be answered. */
export interface CheckedSubject extends SubjectCoverage {
  readonly subjectId: string;
  readonly explanation: QueryExplanation;
}
