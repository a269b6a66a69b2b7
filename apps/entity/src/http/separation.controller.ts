import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Separation } from '../domain/separation.js';
import { inOrder } from '../domain/statements.js';
import { SeparateSubject } from '../use-cases/separate-subject.js';

@Controller()
export class SeparationController {
  constructor(private readonly separateSubject: SeparateSubject) {}

  @Handles(api.previewSeparation)
  async preview(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.previewSeparation>,
  ): Promise<api.AnswerOf<typeof api.previewSeparation>> {
    const choice = { entityIds: body.entity_ids, recordIds: body.record_ids };
    const found = await this.separateSubject.preview(principal, placeOf(path), choice);
    const { business, records, consents, plan, answers } = found;
    return {
      subject_id: business.id,
      preview_digest: plan.digest,
      legal_names: plan.legalNames,
      statements: inOrder(business.statements).map(({ entityId, said }) => ({
        entity_id: entityId,
        business_legal_name: said.legalName,
        is_moved: choice.entityIds.includes(entityId),
      })),
      records: records.map((record) => ({
        record_id: record.record_id,
        furnishing_entity_id: record.furnishing_entity_id,
        dataset: record.dataset,
        furnished_at: record.furnished_at,
        business_legal_name: record.business_legal_name,
        is_moved: plan.recordIds.includes(record.record_id),
      })),
      consents: consents.map(({ consent_id, entity_id }) => ({
        consent_id,
        entity_id,
        is_moved: plan.consentIds.includes(consent_id),
      })),
      answers,
    };
  }

  @Handles(api.separateSubject)
  async separate(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.separateSubject>,
  ) {
    const { entity_ids: entityIds, record_ids: recordIds, reason } = body;
    const confirmation = { entityIds, recordIds, digest: body.preview_digest, reason };
    const place = placeOf(path);
    return toRecord(await this.separateSubject.separate(principal, place, confirmation));
  }

  @Handles(api.listSeparations)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listSeparations>,
  ) {
    const after = afterCursor(query.cursor);
    const page = { networkId: path.network_id, limit: query.limit, after };
    const found = await this.separateSubject.list(principal, page);
    return idPage(found, { after, idOf: ({ id }) => id, show: toRecord });
  }
}

function placeOf(path: { readonly network_id: string; readonly subject_id: string }) {
  return { networkId: path.network_id, subjectId: path.subject_id };
}

function toRecord(separation: Separation): api.AnswerOf<typeof api.separateSubject> {
  return {
    separation_id: separation.id,
    network_id: separation.networkId,
    subject_id: separation.subjectId,
    new_subject_id: separation.newSubjectId,
    reason: separation.reason,
    account_id: separation.accountId,
    entity_id: separation.entityId,
    separated_at: separation.separatedAt.toISOString(),
    statement_entity_ids: separation.statementEntityIds,
    record_ids: separation.recordIds,
    consent_ids: separation.consentIds,
  };
}
