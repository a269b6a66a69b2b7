import * as api from '@ndx/api';
import { ownTime, type Principal } from '@ndx/contracts';
import { Asked, beforeCursor, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { isOverdue, stateOf, type Dispute } from '../domain/dispute.js';
import {
  DisputeRepository,
  firstPlace,
  type DisputeFilters,
} from '../storage/dispute-repository.js';
import { AcknowledgeDispute } from '../use-cases/acknowledge-dispute.js';
import { ChangeDisputeStatement } from '../use-cases/change-dispute-statement.js';
import { DecideDispute } from '../use-cases/decide-dispute.js';
import { OpenDispute } from '../use-cases/open-dispute.js';
import { cursorOf, placeOf } from './dispute-cursor.js';

@Controller()
export class DisputesController {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly openDispute: OpenDispute,
    private readonly acknowledgeDispute: AcknowledgeDispute,
    private readonly decideDispute: DecideDispute,
    private readonly changeStatement: ChangeDisputeStatement,
  ) {}

  @Handles(api.openDispute)
  async open(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.openDispute>,
  ) {
    const opened = await this.openDispute.open(principal, path.record_id, {
      queryEventId: body.query_event_id ?? null,
      onBehalfOfSubject: body.on_behalf_of_subject ?? false,
      modelName: body.model_name,
      fieldName: body.field_name ?? null,
      reason: body.reason,
      reasonText: body.reason_text,
      attachmentSha256: body.attachment_sha256 ?? null,
    });
    return shown(opened, ownTime(principal));
  }

  @Handles(api.listDisputes)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listDisputes>) {
    const { cursor, limit, order } = query;
    const now = ownTime(principal);
    const show = (dispute: Dispute) => shown(dispute, now);
    const filters = filtersOf(query);
    if (order === 'newest_first') {
      const before = beforeCursor(cursor);
      const found = await this.disputes.newest(principal, filters, before, limit);
      return idPage(found, { after: before, order, idOf: ({ id }) => id, show });
    }
    const after = cursor === undefined ? firstPlace(principal) : placeOf(cursor);
    const found = await this.disputes.list(principal, filters, after, limit);
    return { data: found.map(show), next_cursor: cursorOf(after, found.at(-1)) };
  }

  @Handles(api.countDisputes)
  async count(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.countDisputes>) {
    const most = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.disputes.count(principal, filtersOf(query), most));
  }

  @Handles(api.readDispute)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readDispute>) {
    const found = await this.disputes.read(principal, path.dispute_id);
    return shown(found, ownTime(principal));
  }

  @Handles(api.acknowledgeDispute)
  async acknowledge(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.acknowledgeDispute>,
  ) {
    const changed = await this.acknowledgeDispute.acknowledge(principal, path.dispute_id);
    return shown(changed, ownTime(principal));
  }

  @Handles(api.decideDispute)
  async decide(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.decideDispute>,
  ) {
    const { outcome, reason, reason_text: text } = body;
    const decision = { outcome, reason, text };
    const changed = await this.decideDispute.decide(principal, path.dispute_id, decision);
    return shown(changed, ownTime(principal));
  }

  @Handles(api.attachDisputeStatement)
  async attachStatement(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.attachDisputeStatement>,
  ) {
    const { dispute_id: id } = path;
    const changed = await this.changeStatement.attach(principal, id, body.statement_text);
    return shown(changed, ownTime(principal));
  }

  @Handles(api.removeDisputeStatement)
  async removeStatement(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.removeDisputeStatement>,
  ) {
    const changed = await this.changeStatement.remove(principal, path.dispute_id);
    return shown(changed, ownTime(principal));
  }
}

function filtersOf(query: Asked<typeof api.countDisputes>['query']): DisputeFilters {
  return {
    recordId: query.record_id,
    subjectId: query.subject_id,
    submissionId: query.submission_id,
    state: query.state,
    isOverdue: query.overdue,
  };
}

function shown(dispute: Dispute, now: Date) {
  return {
    dispute_id: dispute.id,
    network_id: dispute.networkId,
    record_id: dispute.recordId,
    furnishing_entity_id: dispute.furnishingEntityId,
    disputing_entity_id: dispute.disputingEntityId,
    query_event_id: dispute.queryEventId,
    on_behalf_of_subject: dispute.onBehalfOfSubject,
    model_name: dispute.modelName,
    field_name: dispute.fieldName,
    reason: dispute.reason,
    reason_text: dispute.reasonText,
    attachment_sha256: dispute.attachmentSha256,
    state: stateOf(dispute),
    is_overdue: isOverdue(dispute, now),
    opened_at: dispute.openedAt.toISOString(),
    acknowledge_by: dispute.acknowledgeBy.toISOString(),
    acknowledged_at: dispute.acknowledgedAt?.toISOString() ?? null,
    decide_by: dispute.decideBy.toISOString(),
    decided_at: dispute.decidedAt?.toISOString() ?? null,
    outcome: dispute.outcome,
    decision_reason: dispute.decisionReason,
    decision_text: dispute.decisionText,
    statement_text: dispute.statementText,
    stated_at: dispute.statedAt?.toISOString() ?? null,
  };
}
