import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { KnownRecord } from '../domain/record-end.js';
import { RecordEnds } from '../storage/record-ends.js';
import { WithdrawRecord } from '../use-cases/withdraw-record.js';

@Controller()
export class RecordsController {
  constructor(
    private readonly ends: RecordEnds,
    private readonly withdrawRecord: WithdrawRecord,
  ) {}

  @Handles(api.readRecord)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readRecord>) {
    return shown(await this.ends.read(principal, path.record_id));
  }

  @Handles(api.listRecords)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listRecords>) {
    const place = placeOf(query);
    const found = await this.ends.list(principal, query, place, query.limit);
    return idPage(found, { ...place, idOf: ({ record_id }) => record_id, show: shown });
  }

  @Handles(api.countRecords)
  async count(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.countRecords>) {
    const most = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.ends.count(principal, query, most));
  }

  @Handles(api.withdrawRecord)
  async withdraw(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.withdrawRecord>,
  ) {
    const { reason, reason_text } = body;
    const withdrawal = { reason, reasonText: reason_text ?? null };
    return shown(await this.withdrawRecord.withdraw(principal, path.record_id, withdrawal));
  }
}

function shown({ end, furnished_at, ...record }: KnownRecord) {
  return {
    ...record,
    furnished_at: furnished_at.toISOString(),
    state: end?.state ?? ('furnished' as const),
    reason: end?.reason ?? null,
    reason_text: end?.reasonText ?? null,
    ended_at: end?.endedAt.toISOString() ?? null,
    corrected_by_record_id: end?.correctedBy ?? null,
  };
}
