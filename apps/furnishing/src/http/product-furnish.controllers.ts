import { productFurnishes } from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller, type Type } from '@nestjs/common';
import { FurnishProduct } from '../use-cases/furnish-product.js';
import { recordReader } from './read-record.js';
import { toSubmissionRecord } from './submission-record.js';

/** Creates a controller for every product of the catalogue (design 8). */
export const productFurnishControllers: readonly Type[] = productFurnishes.map(controllerOf);

function controllerOf({ product, operation }: (typeof productFurnishes)[number]): Type {
  const readRecord = recordReader(product);

  @Controller()
  class ProductFurnishController {
    constructor(private readonly furnishProduct: FurnishProduct) {}

    @Handles(operation)
    async furnish(
      @Caller() principal: Principal,
      @Asked() { body, query }: Asked<typeof operation>,
    ) {
      const networkId = body.network_id;
      const read = body.records.map(readRecord);
      if (query.dry_run) {
        return toSubmissionRecord(await this.furnishProduct.check(principal, { networkId, read }));
      }
      const request = {
        networkId,
        programName: body.program_name ?? null,
        applicationDate: body.application_date ?? null,
      };
      return toSubmissionRecord(
        await this.furnishProduct.furnish(principal, product, request, read),
      );
    }
  }
  return ProductFurnishController;
}
