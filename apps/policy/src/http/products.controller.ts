import * as api from '@ndx/api';
import { DATASETS } from '@ndx/catalog';
import { Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { toProductRecord } from './product-record.js';

@Controller()
export class ProductsController {
  @Handles(api.listProducts)
  list() {
    return DATASETS.map(toProductRecord);
  }
}
