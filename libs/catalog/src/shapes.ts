import { nullable, required } from './fields/field.js';
import { titleOf, type ObjectShape } from './fields/object-shape.js';
import type { Model, Product } from './product.js';
import type { Template } from './template.js';

/** A template's query (contract 4.7). */
export function queryInputShape({ slug, query }: Template): ObjectShape {
  return { title: titleOf(slug, 'query'), fields: query.input };
}

/** A template's furnish request; undefined for a bundle, which only reads. */
export function furnishInputShape({ slug, furnish }: Template): ObjectShape | undefined {
  return furnish ? { title: titleOf(slug, 'furnish'), fields: furnish.input } : undefined;
}

/**
 * One furnished record of a product: its subject, named by its id in the network or by what
 * identifies it, and any of the sections. That it names one subject in one way, and has a section,
 * is the furnishing service's rule.
 */
export function recordShape(product: Product): ObjectShape {
  const identity = identityName(product);
  const sections = product.models.map((model) => [model.name, furnishedSection(model)] as const);
  return {
    title: titleOf(product.slug, 'record'),
    fields: [
      ...nullable('uuid', subjectIdName(product)),
      ...nullable('object', identity, ...product.models.map((model) => model.name)),
    ],
    members: {
      [identity]: { title: titleOf('furnished', identity), fields: product.identity },
      ...Object.fromEntries(sections),
    },
  };
}

/** A section as it is furnished: it must say when the verification was performed (design 8). */
function furnishedSection({ name, assertions, data, performedAt }: Model): ObjectShape {
  const stated = assertions.map((field) =>
    field.name === performedAt ? { ...field, required: true, nullable: false } : field,
  );
  return {
    title: titleOf('furnished', name),
    fields: [...required('object', 'assertions'), ...nullable('object', 'data')],
    members: {
      assertions: { title: titleOf('furnished', name, 'assertions'), fields: stated },
      data: { title: titleOf('furnished', name, 'data'), fields: data },
    },
  };
}

/** The member of a product's furnished record that identifies its subject, e.g. `business_identity`. */
export function identityName(product: Product): string {
  return `${product.subject}_identity`;
}

/** The member that names a subject which the network knows already, e.g. `business_id`. */
export function subjectIdName(product: Product): string {
  return `${product.subject}_id`;
}
