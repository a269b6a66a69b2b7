import type { NoticeKind } from '@ndx/contracts';

/** How the answer to a query would differ today from the one that its institution relies on. */
export interface Notice {
  readonly noticeId: string;
  readonly entityId: string;
  readonly queryEventId: string;
  readonly certificateId: string | null;
  readonly networkIds: readonly string[];
  readonly productId: string;
  readonly subjectId: string | null;
  readonly kind: NoticeKind;
  /** The names of the sections or groups that differ. */
  readonly groups: readonly string[];
  /** When the cause took effect. */
  readonly since: Date;
  readonly createdAt: Date;
}

/** A notice as it is listed and delivered. */
export function shownNotice(notice: Notice) {
  const ofQuery = `/v1/query-events/${notice.queryEventId}`;
  return {
    notice_id: notice.noticeId,
    kind: notice.kind,
    query_event_id: notice.queryEventId,
    certificate_id: notice.certificateId,
    network_ids: notice.networkIds,
    product_id: notice.productId,
    subject_id: notice.subjectId,
    groups: notice.groups,
    since: notice.since.toISOString(),
    created_at: notice.createdAt.toISOString(),
    billable: false,
    explanation: `${ofQuery}/explanation`,
    evidence: `${ofQuery}/evidence`,
  };
}
