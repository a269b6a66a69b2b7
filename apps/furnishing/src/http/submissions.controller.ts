import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { SubmissionReader } from '../storage/submission-reader.js';

@Controller()
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionReader) {}

  @Handles(api.listSubmissions)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listSubmissions>,
  ) {
    const place = placeOf(query);
    const found = await this.submissions.list(principal, query, place, query.limit);
    return idPage(found, {
      ...place,
      idOf: (one) => one.submission_id,
      show: (one) => ({ ...one, submitted_at: one.submitted_at.toISOString() }),
    });
  }

  @Handles(api.countSubmissions)
  async count(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countSubmissions>,
  ) {
    const most = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.submissions.count(principal, query, most));
  }

  @Handles(api.listSubmittedRecords)
  async records(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listSubmittedRecords>,
  ) {
    const after = afterCursor(query.cursor);
    const found = await this.submissions.records(principal, path.submission_id, after, query.limit);
    return idPage(found, { after, idOf: (one) => one.record_id, show: (one) => one });
  }
}
