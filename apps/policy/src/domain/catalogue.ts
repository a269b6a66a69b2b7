import { fieldsOf, productById, type Field, type Model, type Product } from '@ndx/catalog';
import { invalid } from '@ndx/contracts';

/** @throws VALIDATION_ERROR when the catalogue has no such product */
export function productWithId(id: string): Product {
  const product = productById(id);
  if (!product) throw invalid(`there is no product ${id}`);
  return product;
}

/** @throws VALIDATION_ERROR when the product has no such model */
export function modelNamed(product: Product, name: string): Model {
  const model = product.models.find((candidate) => candidate.name === name);
  if (!model) throw invalid(`${product.slug} has no model ${name}`);
  return model;
}

/** @throws VALIDATION_ERROR when the model has no such field */
export function fieldNamed(model: Model, name: string): Field {
  const field = fieldsOf(model).find((candidate) => candidate.name === name);
  if (!field) throw invalid(`${model.name} has no field ${name}`);
  return field;
}
