import { stableId } from '@ndx/contracts';
import { worded, type Field, type WordTable } from './fields/field.js';

export const SUBJECTS = ['business', 'consumer'] as const;

export type Subject = (typeof SUBJECTS)[number];

/** One section of a product's result: the assertions, and the data behind them (contract 2.8). */
export interface Model {
  readonly name: string;
  readonly assertions: readonly Field[];
  readonly data: readonly Field[];
  /** The assertion with the time of verification. */
  readonly performedAt: string;
}

/** A data set that is queried as a set of models (design 1). */
export interface Product {
  readonly kind: 'product';
  /** The same in every environment (design 7). */
  readonly id: string;
  readonly slug: string;
  readonly subject: Subject;
  readonly queryPath: `/${string}`;
  /** The path that renews a certificate after a notice. */
  readonly watchPath: `/${string}`;
  readonly furnishPath: `/${string}`;
  /** The path for reading issued certificates again. */
  readonly certificatesPath: `/${string}`;
  /** The identity fields of the subject in a furnished record, under `<subject>_identity`. */
  readonly identity: readonly Field[];
  readonly models: readonly Model[];
}

export function product({
  words,
  ...declaration
}: Pick<Product, 'slug' | 'subject' | 'identity' | 'models'> & {
  /** The words of the fields of its models. */
  readonly words: WordTable;
}): Product {
  const { slug, models } = declaration;
  return {
    kind: 'product',
    id: stableId('product', slug),
    queryPath: `/v1/products/${slug}/query`,
    watchPath: `/v1/products/${slug}/watch`,
    furnishPath: `/v1/products/${slug}/furnish`,
    certificatesPath: `/v1/products/${slug}/certificates`,
    ...declaration,
    models: models.map((model) => ({
      ...model,
      assertions: worded(words, model.assertions),
      data: worded(words, model.data),
    })),
  };
}

/** Every field of a model, assertions first. */
export function fieldsOf(model: Model): readonly Field[] {
  return [...model.assertions, ...model.data];
}
