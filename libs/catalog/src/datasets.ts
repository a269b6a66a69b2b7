import * as products from './products/index.js';
import type { Product } from './product.js';
import type { Template } from './template.js';
import * as templates from './templates/index.js';

/** Everything that can be furnished or queried: the slugs of a consent's scope (design 6). */
export type Dataset = Product | Template;

export const DATASET_KINDS = ['product', 'template'] as const satisfies readonly Dataset['kind'][];

export const PRODUCTS: readonly Product[] = bySlug(Object.values(products));

export const TEMPLATES: readonly Template[] = bySlug(Object.values(templates));

export const DATASETS: readonly Dataset[] = [...PRODUCTS, ...TEMPLATES];

const productsBySlug = new Map(PRODUCTS.map((product) => [product.slug, product]));
const templatesBySlug = new Map(TEMPLATES.map((template) => [template.slug, template]));
const datasetsById = new Map(DATASETS.map((dataset) => [dataset.id, dataset]));

export function templateBySlug(slug: string): Template | undefined {
  return templatesBySlug.get(slug);
}

/** A product or a template; slugs are unique among both. */
export function datasetBySlug(slug: string): Dataset | undefined {
  return productsBySlug.get(slug) ?? templatesBySlug.get(slug);
}

/** A product's or a template's id, as in query events and coverage checks. */
export function datasetById(id: string): Dataset | undefined {
  return datasetsById.get(id);
}

function bySlug<D extends Dataset>(datasets: readonly D[]): D[] {
  return [...datasets].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}
