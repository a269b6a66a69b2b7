import type { ExplanationCode } from '@ndx/contracts';
import type { QueriedTemplate } from './explained-consumer.js';
import { templateNamed } from './template-subject.js';

/** A template or bundle whose queries have every code of explanations that they can have. */
export interface ExplainedTemplate extends QueriedTemplate {
  readonly kind: 'template' | 'bundle';
  /** A field with a furnished value. */
  readonly field: string;
  /** Another field with a furnished value. */
  readonly other: string;
  /** A field that is computed from furnished values. */
  readonly computed: string;
  /** Without these fields `other` has no value, and `computed` is not determined. */
  readonly lacking: readonly string[];
  /** Codes that its queries cannot have. */
  readonly impossible: readonly ExplanationCode[];
}

const LIABILITIES = templateNamed('total_consumer_liabilities');
const BUNDLE = templateNamed('credit_history_bundle');
const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');

/** Codes of products alone: templates have no verification times, and no stored field without a value. */
const OF_PRODUCTS: readonly ExplanationCode[] = [
  'nothing_readable',
  'not_stated',
  'outranked_by_verification_time',
  'required_section_missing',
];

export const EXPLAINED_TEMPLATES: readonly ExplainedTemplate[] = [
  {
    kind: 'template',
    asked: LIABILITIES,
    furnished: LIABILITIES,
    field: 'aggregated_credit_accounts_outstanding_auto_loan_debt',
    other: 'aggregated_credit_accounts_outstanding_mortgage_debt',
    computed: 'current_total_liabilities',
    lacking: ['aggregated_credit_accounts_outstanding_mortgage_debt'],
    impossible: [...OF_PRODUCTS, 'dataset_closed'],
  },
  {
    kind: 'bundle',
    asked: BUNDLE,
    furnished: SNAPSHOT,
    field: 'aggregated_credit_accounts_worst_current_delinquency_status',
    other: 'debt_to_income_ratio',
    computed: 'any_currently_past_due_accounts_',
    lacking: ['debt_to_income_ratio', 'any_currently_past_due_accounts_'],
    impossible: OF_PRODUCTS,
  },
];
