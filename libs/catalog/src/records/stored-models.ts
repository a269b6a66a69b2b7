import { ruleOf } from '../fields/field-types.js';
import type { Product } from '../product.js';
import type { Section, Template } from '../template.js';
import { completeModel, holdsData } from './complete-model.js';

type Values = Readonly<Record<string, unknown>>;

/** What a furnished record keeps, by model: the `models` of `furnishing.record-furnished.v1`. */
export type StoredModels = Readonly<Record<string, Values>>;

/**
 * What is kept of a template's valid furnish request: its data alone, under the template's slug, as
 * queries return it (amounts as decimal strings). Null is nothing furnished, so it hides no earlier
 * value. The values of `sealedFieldsOf` are still in the clear.
 */
export function storedTemplate({ slug, furnish }: Template, request: Values): StoredModels {
  const kept = (furnish?.data ?? []).flatMap(({ name, type }) => {
    const value = request[name] ?? null;
    if (value === null) return [];
    return [[name, ruleOf(type).stored?.(value) ?? value] as const];
  });
  return { [slug]: Object.fromEntries(kept) };
}

/** What is kept of a product's valid furnished record: its sections that hold data, complete. */
export function storedSections(product: Product, record: Values): StoredModels {
  const kept = product.models.flatMap((model) => {
    const section = completeModel(model, sectionOf(record[model.name]));
    return holdsData(section) ? [[model.name, { ...section }] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** The names of the data that is encrypted before it is stored or sent. */
export function sealedFieldsOf({ furnish }: Template): readonly string[] {
  return (furnish?.data ?? []).filter((field) => field.sealed).map((field) => field.name);
}

/** The two parts of a section that was checked when it was furnished. */
export function sectionOf(value: unknown): Partial<Section> {
  const { assertions, data } = valuesOf(value);
  return { assertions: valuesOf(assertions), data: valuesOf(data) };
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
