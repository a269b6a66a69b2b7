import * as api from '@ndx/api';
import { requireMember, type Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import {
  InstitutionRepository,
  type InstitutionInNetwork,
} from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { RegisterInstitution } from '../use-cases/register-institution.js';

@Controller()
export class InstitutionController {
  constructor(
    private readonly registerInstitution: RegisterInstitution,
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  @Handles(api.registerInstitution)
  async register(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.registerInstitution>,
  ) {
    const institution = await this.registerInstitution.register(principal, {
      networkId: path.network_id,
      id: body.entity_id,
      orgId: body.org_id,
      name: body.name,
      roles: body.roles,
    });
    return toInstitutionRecord(institution);
  }

  @Handles(api.listInstitutions)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listInstitutions>,
  ) {
    await this.memberships.requireGovernor(principal, path.network_id);
    const after = afterCursor(query.cursor);
    const members = await this.institutions.list(path.network_id, { limit: query.limit, after });
    return idPage(members, { after, idOf: ({ id }) => id, show: toInstitutionRecord });
  }

  @Handles(api.listParticipants)
  async participants(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listParticipants>,
  ) {
    requireMember(principal, path.network_id);
    const after = afterCursor(query.cursor);
    const members = await this.institutions.list(path.network_id, { limit: query.limit, after });
    return idPage(members, { after, idOf: ({ id }) => id, show: participantOf(path.network_id) });
  }
}

function participantOf(networkId: string) {
  return ({ id, name, roles, homeNetworkId }: InstitutionInNetwork) => ({
    ...{ entity_id: id, name, roles },
    is_home_network: homeNetworkId === networkId,
  });
}

function toInstitutionRecord(
  institution: InstitutionInNetwork,
): api.AnswerOf<typeof api.registerInstitution> {
  return {
    entity_id: institution.id,
    name: institution.name,
    org_id: institution.orgId,
    roles: institution.roles,
    membership_revision: institution.membershipRevision,
    created_at: institution.createdAt.toISOString(),
  };
}
