import { DATASETS } from '@ndx/catalog';
import { wire } from '@ndx/api';
import { Operation } from '@ndx/service';
import { Controller, Get } from '@nestjs/common';
import { ProductRecord, toProductRecord } from './product-record.js';

/** `GET /v1/products`: what a policy author can select, in products and templates (design 7). */
@Controller('v1/products')
export class ProductsController {
  @Get()
  @Operation({
    summary: 'List the products and templates',
    description: 'With the models and fields that policies and consents name.',
    answer: wire.listOf(ProductRecord),
  })
  list() {
    return DATASETS.map(toProductRecord);
  }
}
