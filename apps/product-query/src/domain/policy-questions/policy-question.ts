import type { PolicyTest } from '../policy-test/policy-test.js';

/** A question about the answers that a policy permits. A template is one section, named by its slug. */
export type PolicyQuestion =
  | {
      /** Can a member read a field of a section, or any of its fields, without a consent? */
      readonly kind: 'without_consent';
      readonly section: string;
      readonly field?: string | undefined;
    }
  | {
      /** Can a record be issued that was verified more than so many days before the query? */
      readonly kind: 'older_than';
      readonly days: number;
      /** Absent: a record of any section. */
      readonly section?: string | undefined;
    }
  | {
      /** Which of these furnishers, and of the sources that the policy lists, can never be a source? */
      readonly kind: 'never_source';
      readonly furnishers: readonly string[];
    };

/** Why a furnisher can never be the source of a section. */
export interface NeverSource {
  /** Null: every furnisher that the policy does not list. */
  readonly furnishing_entity_id: string | null;
  /** Of a template, the group of outputs. */
  readonly section: string;
  /** An exclusion of the explanation, or `required_section_missing`. */
  readonly rule: string;
  /** The field, or the other section, that the rule is about. */
  readonly member?: string;
}

export interface PolicyAnswer {
  readonly answer: 'yes' | 'no';
  /** The answer in a sentence. */
  readonly sentence: string;
  readonly enumerated: {
    /** The decided worlds. */
    readonly worlds: number;
    /** The varied facts. */
    readonly dimensions: readonly string[];
  };
  /** What a "no" does not cover. */
  readonly outside: readonly string[];
  /** For "yes": the smallest decided world, as a test with the answer of the query. */
  readonly world?: PolicyTest;
  /** For `never_source`. */
  readonly never?: readonly NeverSource[];
}

export const DIMENSIONS = [
  'no purpose, each permitted purpose and one that is not permitted',
  'a furnisher for each group of sources that the policy distinguishes, attested or not',
  'verified just now, just within and just beyond each limit of age, in 1970, and at each accepted time',
  'furnished at the query, and when verified',
  'each field of a section stated or not, each accepted value and another one',
];

export const CONSENT_DIMENSION =
  'no consent, a consent of every field, and one that hides the time of verification';

export const OUTSIDE = [
  'templates and bundles, which have policies of their own',
  'queries of several networks, and queries that name another policy',
  'the name and the registration of the business in `meta`',
  'furnishers that left',
];

export const TEMPLATE_DIMENSIONS = [
  ...DIMENSIONS.slice(0, 1),
  'a furnisher for each group of sources that the policy distinguishes, attested or not, and one for the other groups of outputs',
  'a record of each data set, one of them verified just now, just within and just beyond each limit of age, in 1970, and at each accepted time',
  'furnished at the query, and when verified',
  'each field that the template reads stated or not, each accepted value and another one',
];

export const TEMPLATE_OUTSIDE = [
  'the certificate, and other templates and bundles, which have policies of their own',
  'policies of the data sets of a bundle: the built-in ones decide, and others can exclude more',
  'queries of several networks',
  'furnishers that left',
];
