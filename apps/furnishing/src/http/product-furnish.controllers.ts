import { PRODUCTS, type Product } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, HttpCode, Post, type Type } from '@nestjs/common';
import { FurnishProduct } from '../use-cases/furnish-product.js';
import {
  FurnishProductDto,
  recordsSchema,
  SubmissionRecord,
  toSubmissionRecord,
} from './product-furnish.dto.js';
import { recordReader } from './read-record.js';

/** A controller for every product of the catalogue (design 8). */
export const productFurnishControllers: readonly Type[] = PRODUCTS.map(controllerOf);

function controllerOf(product: Product): Type {
  const readRecord = recordReader(product);

  @Controller()
  class ProductFurnishController {
    constructor(private readonly furnishProduct: FurnishProduct) {}

    @Post(product.furnishPath)
    @HttpCode(200)
    @Operation({
      summary: `Furnish records of ${product.slug}`,
      description: 'A record that is refused says why, and does not sink the others.',
      members: { records: recordsSchema(product) },
      answer: SubmissionRecord,
      refusals: { PERMISSION_DENIED: 'the caller is no furnisher in the network' },
    })
    async furnish(@Caller() principal: Principal, @Body() body: FurnishProductDto) {
      const submission = await this.furnishProduct.run(
        principal,
        product,
        {
          networkId: body.network_id,
          programName: body.program_name ?? null,
          applicationDate: body.application_date ?? null,
        },
        body.records.map(readRecord),
      );
      return toSubmissionRecord(submission);
    }
  }
  return ProductFurnishController;
}
