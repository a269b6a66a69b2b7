import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { shownNotice } from '../domain/notices/notice.js';
import { NoticeRepository, type NoticeFilter } from '../storage/notice-repository.js';

@Controller()
export class NoticesController {
  constructor(private readonly notices: NoticeRepository) {}

  @Handles(api.listNotices)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listNotices>) {
    const place = placeOf(query);
    const found = await this.notices.list(principal, filterOf(query), place, query.limit);
    return idPage(found, { ...place, idOf: ({ noticeId }) => noticeId, show: shownNotice });
  }

  @Handles(api.countNotices)
  async count(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.countNotices>) {
    const most = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.notices.count(principal, filterOf(query), most));
  }

  @Handles(api.readNotice)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readNotice>) {
    return shownNotice(await this.notices.read(principal, path.notice_id));
  }
}

function filterOf(query: Asked<typeof api.countNotices>['query']): NoticeFilter {
  return {
    certificateId: query.certificate_id,
    subjectId: query.subject_id,
    queryEventId: query.query_event_id,
    kind: query.kind,
    since: query.since === undefined ? undefined : api.instantOf(query.since),
    to: query.to === undefined ? undefined : api.instantOf(query.to),
  };
}
