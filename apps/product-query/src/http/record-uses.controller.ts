import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import {
  ListRecordUses,
  type RecordUseFilters,
} from '../use-cases/query-events/list-record-uses.js';

@Controller()
export class RecordUsesController {
  constructor(private readonly listRecordUses: ListRecordUses) {}

  @Handles(api.listRecordUses)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listRecordUses>) {
    const { uses, nextCursor } = await this.listRecordUses.list(principal, {
      ...filtersOf(query),
      cursor: query.cursor,
      limit: query.limit,
      order: query.order,
    });
    return {
      data: uses.map(({ event, policyId, policyVersion, records }) => ({
        query_event_id: event.query_event_id,
        occurred_at: event.occurred_at,
        product_slug: event.product_slug,
        policy_id: policyId,
        policy_version: policyVersion,
        records: records.map((record) => ({
          record_id: record.recordId,
          model_name: record.model,
          field_name: record.field,
          policy_id: record.policyId,
          policy_version: record.policyVersion,
          code: record.verdict,
          explanation: record.sentence,
        })),
      })),
      next_cursor: nextCursor,
    };
  }

  @Handles(api.countRecordUses)
  count(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.countRecordUses>) {
    return this.listRecordUses.count(principal, filtersOf(query));
  }

  @Handles(api.countUsesByRecord)
  async countByRecord(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countUsesByRecord>,
  ) {
    const { records, uses, isComplete } = await this.listRecordUses.countByRecord(
      principal,
      filtersOf(query),
    );
    return {
      data: records.slice(0, query.limit).map(({ recordId, models, used, excluded }) => ({
        record_id: recordId,
        model_names: models,
        used_count: used,
        excluded_count: excluded,
      })),
      record_count: records.length,
      query_count: uses,
      is_complete: isComplete,
    };
  }
}

function filtersOf(query: Asked<typeof api.countRecordUses>['query']): RecordUseFilters {
  return {
    networkId: query.network_id,
    recordId: query.record_id?.toLowerCase(),
    productSlug: query.product_slug,
    outcome: query.outcome,
    from: query.from === undefined ? undefined : api.instantOf(query.from),
    to: query.to === undefined ? undefined : api.instantOf(query.to),
  };
}
