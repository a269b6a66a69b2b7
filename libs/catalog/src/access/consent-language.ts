import { DATASETS, type Dataset } from '../datasets.js';
import { fieldsByModel } from './field-names.js';

/** The slugs of a consent's scope, `*` for any (design 6). */
export function parseScope(scope: string): readonly string[] {
  return unique(scope.split(/\s+/));
}

/** Whether the scope covers the product or template. An empty scope covers nothing. */
export function covers(scope: string, slug: string): boolean {
  const slugs = parseScope(scope);
  return slugs.includes('*') || slugs.includes(slug);
}

/** The definitions (`model.field`, `model.*`, `*`) of a consent's consented fields (design 6). */
export function parseConsentedFields(consentedFields: string): readonly string[] {
  return unique(consentedFields.split(',').map((name) => name.trim()));
}

/**
 * The `field_definitions` of the initial grant, which follows the consented fields. Wildcards are
 * kept, so that a grant of everything covers fields that are added to the catalogue later.
 */
export function fieldDefinitionsOf(consentedFields: string): readonly string[] {
  const definitions = parseConsentedFields(consentedFields);
  return definitions.includes('*') ? ['*'] : definitions;
}

/** The slugs that are not in the catalogue, for a 400 that names them. */
export function unknownScopeNames(
  scope: string,
  datasets: readonly Dataset[] = DATASETS,
): readonly string[] {
  const slugs = new Set(datasets.map((dataset) => dataset.slug));
  return parseScope(scope).filter((slug) => slug !== '*' && !slugs.has(slug));
}

/** The fields that are not in the catalogue, for a 400 that names them. */
export function unknownFieldNames(
  definitions: string | readonly string[],
  datasets: readonly Dataset[] = DATASETS,
): readonly string[] {
  const names = typeof definitions === 'string' ? parseConsentedFields(definitions) : definitions;
  const known = fieldsByModel(datasets);
  return names.filter((name) => {
    if (name === '*') return false;
    const [, model = '', field = ''] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
    const fields = known.get(model);
    return fields === undefined || !(field === '*' || fields.has(field));
  });
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))];
}
