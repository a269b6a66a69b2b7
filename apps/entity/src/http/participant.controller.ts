import type { Principal } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { AskToJoin } from '../use-cases/ask-to-join.js';
import { ChangeMembership } from '../use-cases/change-membership.js';
import { ReadParticipants } from '../use-cases/read-participants.js';
import { RegisterInstitution } from '../use-cases/register-institution.js';
import { NetworkPath } from './network.dto.js';
import { PageQuery } from './page.dto.js';
import {
  GrantRolesDto,
  InstitutionRecord,
  JoinRecord,
  MembershipRecord,
  ParticipantPath,
  RegisterInstitutionDto,
  toInstitutionRecord,
  toJoinRecord,
  toMembershipRecord,
} from './participant.dto.js';

const GOVERNORS_ONLY = { PERMISSION_DENIED: 'not a governor of the network' };

@Controller('v1/networks/:network_id')
export class ParticipantController {
  constructor(
    private readonly registerInstitution: RegisterInstitution,
    private readonly readParticipants: ReadParticipants,
    private readonly changeMembership: ChangeMembership,
    private readonly askToJoin: AskToJoin,
  ) {}

  @Post('institutions')
  @HttpCode(200)
  @Operation({
    summary: 'Register an institution',
    description:
      'It is at home in this network, whose governors administer its accounts. The id is a new one, ' +
      'or the one that can be chosen: the UUID version 5 of the org_id under the id of the network.',
    answer: InstitutionRecord,
    refusals: {
      ...GOVERNORS_ONLY,
      VALIDATION_ERROR: 'entity_id is not the one that the network may choose for that org_id',
      RESOURCE_CONFLICT: 'the network has an institution with that org_id already',
    },
  })
  async register(
    @Caller() principal: Principal,
    @Param() path: NetworkPath,
    @Body() body: RegisterInstitutionDto,
  ) {
    const institution = await this.registerInstitution.run(principal, {
      networkId: path.network_id,
      id: body.entity_id,
      orgId: body.org_id,
      name: body.name,
      roles: body.roles,
    });
    return toInstitutionRecord(institution);
  }

  @Post('join')
  @HttpCode(200)
  @Operation({
    summary: 'Ask to be admitted to a network',
    description:
      'Its governors may then admit the institution by its entity_id. The answer does not tell ' +
      'whether there is such a network.',
    answer: JoinRecord,
  })
  async join(@Caller() principal: Principal, @Param() path: NetworkPath) {
    return toJoinRecord(await this.askToJoin.run(principal, path.network_id));
  }

  @Get('institutions')
  @Operation({
    summary: 'List the institutions of a network',
    answer: wire.listOf(InstitutionRecord),
    refusals: GOVERNORS_ONLY,
  })
  async listInstitutions(
    @Caller() principal: Principal,
    @Param() path: NetworkPath,
    @Query() page: PageQuery,
  ) {
    const list = await this.readParticipants.listInstitutions(principal, path.network_id, page);
    return list.map(toInstitutionRecord);
  }

  @Get('memberships')
  @Operation({
    summary: 'List the memberships of a network',
    answer: wire.listOf(MembershipRecord),
    refusals: GOVERNORS_ONLY,
  })
  async listMemberships(
    @Caller() principal: Principal,
    @Param() path: NetworkPath,
    @Query() page: PageQuery,
  ) {
    const list = await this.readParticipants.listMemberships(principal, path.network_id, page);
    return list.map(toMembershipRecord);
  }

  @Put('memberships/:entity_id')
  @Operation({
    summary: 'Admit an institution, or change its roles',
    description:
      'Of institutions that the governor knows: of a network that it governs, or who asked to join. ' +
      'Binds within five seconds.',
    answer: MembershipRecord,
    refusals: {
      ...GOVERNORS_ONLY,
      RESOURCE_NOT_FOUND: 'institution not found',
      RESOURCE_CONFLICT: 'the network would be left without a governor',
    },
  })
  async grant(
    @Caller() principal: Principal,
    @Param() path: ParticipantPath,
    @Body() body: GrantRolesDto,
  ) {
    const place = { networkId: path.network_id, entityId: path.entity_id };
    return toMembershipRecord(await this.changeMembership.grant(principal, place, body.roles));
  }

  @Delete('memberships/:entity_id')
  @Operation({
    summary: 'End a membership',
    description: 'Binds within five seconds.',
    answer: MembershipRecord,
    refusals: {
      ...GOVERNORS_ONLY,
      RESOURCE_NOT_FOUND: 'membership not found',
      RESOURCE_CONFLICT: 'the network would be left without a governor',
    },
  })
  async end(@Caller() principal: Principal, @Param() path: ParticipantPath) {
    const place = { networkId: path.network_id, entityId: path.entity_id };
    return toMembershipRecord(await this.changeMembership.end(principal, place));
  }
}
