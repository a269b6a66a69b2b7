import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { ConflictWithSubjects } from '../use-cases/conflict-with-subjects.js';
import { ListIdentityConflicts } from '../use-cases/list-identity-conflicts.js';
import { ResolveIdentityConflict } from '../use-cases/resolve-identity-conflict.js';

@Controller()
export class IdentityConflictController {
  constructor(
    private readonly conflicts: ListIdentityConflicts,
    private readonly resolveConflict: ResolveIdentityConflict,
  ) {}

  @Handles(api.listIdentityConflicts)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listIdentityConflicts>,
  ) {
    const { status, limit } = query;
    const place = placeOf(query);
    const page = { ...place, networkId: path.network_id, status, limit };
    const found = await this.conflicts.list(principal, page);
    return idPage(found, { ...place, idOf: ({ id }) => id, show: toConflictRecord });
  }

  @Handles(api.countIdentityConflicts)
  async count(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.countIdentityConflicts>,
  ) {
    const counted = { networkId: path.network_id, status: query.status };
    const limit = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.conflicts.count(principal, { ...counted, limit }));
  }

  @Handles(api.readIdentityConflict)
  async read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readIdentityConflict>,
  ) {
    const { network_id: networkId, conflict_id: conflictId } = path;
    return toConflictRecord(await this.conflicts.read(principal, { networkId, conflictId }));
  }

  @Handles(api.keepIdentitiesApart)
  async keepApart(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.keepIdentitiesApart>,
  ) {
    const place = { networkId: path.network_id, conflictId: path.conflict_id };
    return toConflictRecord(await this.resolveConflict.keepApart(principal, place));
  }

  @Handles(api.confirmIdentity)
  async confirm(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.confirmIdentity>,
  ) {
    const place = { networkId: path.network_id, conflictId: path.conflict_id };
    return toConflictRecord(await this.resolveConflict.confirm(principal, place));
  }

  @Handles(api.mergeIdentities)
  async merge(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.mergeIdentities>,
  ) {
    const place = { networkId: path.network_id, conflictId: path.conflict_id };
    const ids = { subjectId: body.subject_id, intoSubjectId: body.into_subject_id };
    return toConflictRecord(await this.resolveConflict.merge(principal, place, ids));
  }
}

function toConflictRecord({
  subjects,
  ...conflict
}: ConflictWithSubjects): api.AnswerOf<typeof api.readIdentityConflict> {
  return {
    conflict_id: conflict.id,
    network_id: conflict.networkId,
    kind: conflict.kind,
    subject_type: conflict.subjectType,
    status: conflict.status,
    into_subject_id: conflict.intoSubjectId,
    subjects: subjects.map((subject) => ({
      subject_id: subject.id,
      identifier: subject.identifier,
      merged_into: subject.mergedInto,
      created_at: subject.createdAt.toISOString(),
      statements: subject.stated.map(({ entityId, said }) => ({
        entity_id: entityId,
        first_name: said.firstName,
        last_name: said.lastName,
        date_of_birth: said.dateOfBirth,
        business_legal_name: said.legalName,
        federal_ein_last_four: said.einLastFour,
      })),
    })),
    opened_at: conflict.openedAt.toISOString(),
    resolved_at: conflict.resolvedAt?.toISOString() ?? null,
  };
}
