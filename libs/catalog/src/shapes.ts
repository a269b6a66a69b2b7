import { nullable, required, worded, type WordTable } from './fields/field.js';
import { titleOf, type ObjectShape } from './fields/object-shape.js';
import { CORRECTED_RECORD } from './network-fields.js';
import type { Model, Product } from './product.js';
import type { Template } from './template.js';

/** A template's query (contract 4.7). */
export function queryInputShape({ slug, query }: Template): ObjectShape {
  return { title: titleOf(slug, 'query'), fields: query.input };
}

/** A template's furnish request; undefined for a bundle, which is read-only. */
export function furnishInputShape({ slug, furnish }: Template): ObjectShape | undefined {
  if (!furnish) return undefined;
  return { title: titleOf(slug, 'furnish'), fields: [...furnish.input, ...CORRECTED_RECORD] };
}

/**
 * One furnished record of a product: its subject, by its id in the network or by identity fields,
 * and any of the sections. The furnishing service checks that it has one subject and at least one
 * section.
 */
export function recordShape(product: Product): ObjectShape {
  const identity = identityName(product);
  const sections = product.models.map((model) => [model.name, furnishedSection(model)] as const);
  return {
    title: titleOf(product.slug, 'record'),
    fields: [
      ...nullable('uuid', subjectIdName(product)),
      ...nullable('object', identity, ...product.models.map((model) => model.name)),
      ...CORRECTED_RECORD,
    ],
    members: {
      [identity]: { title: titleOf('furnished', identity), fields: product.identity },
      ...Object.fromEntries(sections),
    },
  };
}

/** The words of the parts of a section. */
export const SECTION_WORDS: WordTable = {
  assertions: 'What the furnisher asserts, and when it was verified.',
  data: 'The data behind the assertions.',
};

/** A furnished section: it must have the time of verification (design 8). */
function furnishedSection({ name, assertions, data, performedAt }: Model): ObjectShape {
  const stated = assertions.map((field) =>
    field.name === performedAt ? { ...field, required: true, nullable: false } : field,
  );
  return {
    title: titleOf('furnished', name),
    fields: worded(SECTION_WORDS, [
      ...required('object', 'assertions'),
      ...nullable('object', 'data'),
    ]),
    members: {
      assertions: { title: titleOf('furnished', name, 'assertions'), fields: stated },
      data: { title: titleOf('furnished', name, 'data'), fields: data },
    },
  };
}

/** The member with the identity fields of a record's subject, e.g. `business_identity`. */
export function identityName(product: Product): string {
  return `${product.subject}_identity`;
}

/** The member with the id of a known subject, e.g. `business_id`. */
export function subjectIdName(product: Product): string {
  return `${product.subject}_id`;
}
