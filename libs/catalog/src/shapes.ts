import { nullable, required, type Field } from './fields/field.js';
import type { Model, Product } from './product.js';
import { shapeClass, type ShapeClass } from './shape-class.js';
import type { Template } from './template.js';

/** The shape of a template's query (contract 4.7). */
export const queryInputClass = memoised((template: Template) =>
  shapeClass(`${template.slug}_query`, template.query.input),
);

/** The shape of a template's furnish request; undefined for a bundle, which only reads. */
export const furnishInputClass = memoised((template: Template) =>
  template.furnish ? shapeClass(`${template.slug}_furnish`, template.furnish.input) : undefined,
);

/** The shape of one section: `assertions` and `data`, unknown fields refused (contract 2.8). */
export const sectionClass = memoised((model: Model) =>
  shapeClass(model.name, nullable('object', 'assertions', 'data'), {
    assertions: shapeClass(`${model.name}_assertions`, model.assertions),
    data: shapeClass(`${model.name}_data`, model.data),
  }),
);

/** The shape of what names the subject of a product's furnished record. */
export const identityClass = memoised((product: Product) =>
  shapeClass(identityName(product), product.identity),
);

/** The shape of one furnished record of a product: its subject and any of its sections (design 8). */
export const recordClass = memoised((product: Product) => {
  const name = identityName(product);
  const fields: readonly Field[] = [
    ...required('object', name),
    ...nullable('object', ...product.models.map((model) => model.name)),
  ];
  return shapeClass(`${product.slug}_record`, fields, {
    [name]: identityClass(product),
    ...Object.fromEntries(product.models.map((model) => [model.name, sectionClass(model)])),
  });
});

/** The member of a product's furnished record that names its subject, e.g. `business_identity`. */
export function identityName(product: Product): string {
  return `${product.subject}_identity`;
}

/** A class is built once: class-validator keeps what it knows of each for good. */
function memoised<K extends object, V extends ShapeClass | undefined>(
  build: (key: K) => V,
): (key: K) => V {
  const built = new WeakMap<K, { readonly shape: V }>();
  return (key) => {
    const known = built.get(key) ?? { shape: build(key) };
    built.set(key, known);
    return known.shape;
  };
}
