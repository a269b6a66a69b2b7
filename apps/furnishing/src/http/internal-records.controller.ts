import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RecordReader } from '../storage/record-reader.js';
import { SubjectRecords } from '../storage/subject-records.js';

/** Records for product-query and entity alone: they decide who may learn what of them. */
@Controller()
export class InternalRecordsController {
  constructor(
    private readonly records: RecordReader,
    private readonly ofSubjects: SubjectRecords,
  ) {}

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

  @Handles(api.findStandingRecords)
  async standing(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.findStandingRecords>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'product-query') {
      throw denied('internal_only', 'only product-query reads the records that count');
    }
    return { record_ids: await this.records.findStanding(body) };
  }

  @Handles(api.findRecordsOfSubject)
  async ofSubject(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.findRecordsOfSubject>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'entity') {
      throw denied('internal_only', 'only entity reads the records of a subject');
    }
    return { records: await this.ofSubjects.list(body.subject_ids) };
  }

  @Handles(api.findSeparatedRecords)
  async ofSeparation(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.findSeparatedRecords>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'product-query') {
      throw denied('internal_only', 'only product-query reads the records of a separation');
    }
    return { record_ids: await this.ofSubjects.findSeparated(body.subject_id, body.record_ids) };
  }
}
