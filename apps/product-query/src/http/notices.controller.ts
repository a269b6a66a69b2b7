import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { shownNotice } from '../domain/notices/notice.js';
import { NoticeRepository } from '../storage/notice-repository.js';

@Controller()
export class NoticesController {
  constructor(private readonly notices: NoticeRepository) {}

  @Handles(api.listNotices)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listNotices>) {
    const after = afterCursor(query.cursor);
    const filter = {
      certificateId: query.certificate_id,
      subjectId: query.subject_id,
      queryEventId: query.query_event_id,
      kind: query.kind,
      since: query.since === undefined ? undefined : api.instantOf(query.since),
    };
    const found = await this.notices.list(principal, filter, after, query.limit);
    return idPage(found, { after, idOf: ({ noticeId }) => noticeId, show: shownNotice });
  }

  @Handles(api.readNotice)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readNotice>) {
    return shownNotice(await this.notices.read(principal, path.notice_id));
  }
}
