import { fieldsOf, PRODUCTS, type Product } from '@ndx/catalog';
import { Controller, Get } from '@nestjs/common';

/** `GET /v1/products`: what a policy author can select (design 7). */
@Controller('v1/products')
export class ProductsController {
  @Get()
  list() {
    return PRODUCTS.map(toProductRecord);
  }
}

function toProductRecord(product: Product) {
  return {
    id: product.id,
    slug: product.slug,
    subject: product.subject,
    models: product.models.map((model) => ({
      model_name: model.name,
      fields: fieldsOf(model).map((field) => ({ field_name: field.name, field_type: field.type })),
    })),
  };
}
