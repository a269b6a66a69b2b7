import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RecordReader } from '../storage/record-reader.js';

/** The records of past queries, for product-query alone: it decides who may learn what of them. */
@Controller()
export class InternalRecordsController {
  constructor(private readonly records: RecordReader) {}

  @Handles(api.readFurnishedRecords)
  async read(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.readFurnishedRecords>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'product-query') {
      throw denied('internal_only', 'only product-query reads records by id');
    }
    return { records: await this.records.read(body.record_ids) };
  }
}
