import { productBySlug } from '@ndx/catalog';
import { notFound, type Principal } from '@ndx/contracts';
import { Caller } from '@ndx/service-kit';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { FurnishProduct } from '../use-cases/furnish-product.js';
import { FurnishProductDto, toSubmissionResponse } from './product-furnish.dto.js';
import { readRecord } from './read-record.js';

@Controller('v1/products')
export class ProductFurnishController {
  constructor(private readonly furnishProduct: FurnishProduct) {}

  @Post(':product/furnish')
  @HttpCode(200)
  async furnish(
    @Caller() principal: Principal,
    @Param('product') slug: string,
    @Body() body: FurnishProductDto,
  ) {
    const product = productBySlug(slug);
    if (!product) throw notFound('product not found');
    const submission = await this.furnishProduct.run(
      principal,
      product,
      {
        networkId: body.network_id,
        programName: body.program_name ?? null,
        applicationDate: body.application_date ?? null,
      },
      body.records.map((record, index) => readRecord(product, record, index)),
    );
    return toSubmissionResponse(submission);
  }
}
