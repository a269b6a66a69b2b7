import { ruleOf } from '../fields/field-types.js';
import type { Product } from '../product.js';
import type { Section, Template } from '../template.js';
import { completeModel, holdsData } from './complete-model.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The stored data of a furnished record, by model: the `models` of
 * `furnishing.record-furnished.v1`.
 */
export type StoredModels = Readonly<Record<string, Values>>;

/**
 * The stored data of a template's valid furnish request, under the template's slug, as queries
 * return it (amounts as decimal strings). A null value is left out: it is the same as an absent one.
 * The values of `sealedFieldsOf` are still in plain text.
 */
export function storedTemplate({ slug, furnish }: Template, request: Values): StoredModels {
  const kept = (furnish?.data ?? []).flatMap(({ name, type }) => {
    const value = request[name] ?? null;
    if (value === null) return [];
    return [[name, ruleOf(type).stored?.(value) ?? value] as const];
  });
  return { [slug]: Object.fromEntries(kept) };
}

/** The stored data of a product's valid record: its sections with data, complete. */
export function storedSections(product: Product, record: Values): StoredModels {
  const kept = product.models.flatMap((model) => {
    const section = completeModel(model, sectionOf(record[model.name]));
    return holdsData(section) ? [[model.name, { ...section }] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** The names of the fields that are encrypted before they are stored or published. */
export function sealedFieldsOf({ furnish }: Template): readonly string[] {
  return (furnish?.data ?? []).filter((field) => field.sealed).map((field) => field.name);
}

/** The two parts of a validated section. */
export function sectionOf(value: unknown): Partial<Section> {
  const { assertions, data } = valuesOf(value);
  return { assertions: valuesOf(assertions), data: valuesOf(data) };
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
