import type { Product } from '@ndx/client';

type Products = readonly Product[];

/** The names of the sections that a record can have. */
export function modelsOf(products: Products): readonly string[] {
  const names = products.flatMap(({ furnished_models }) => furnished_models).map(nameOf);
  return [...new Set(names)];
}

/** The names of the fields of a section. */
export function fieldsOf(products: Products, model: string): readonly string[] {
  const models = products.flatMap(({ models: governed, furnished_models: furnished }) => [
    ...governed,
    ...furnished,
  ]);
  const fields = models
    .filter(({ model_name }) => model_name === model)
    .flatMap((one) => one.fields);
  return [...new Set(fields.map(({ field_name }) => field_name))];
}

const nameOf = ({ model_name }: Product['models'][number]) => model_name;
