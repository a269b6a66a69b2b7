import type { Principal } from '@ndx/contracts';
import { Caller, Operation, wire } from '@ndx/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ChangeMembership } from '../use-cases/change-membership.js';
import { ReadParticipants } from '../use-cases/read-participants.js';
import { RegisterInstitution } from '../use-cases/register-institution.js';
import { NetworkPath } from './network.dto.js';
import { PageQuery } from './page.dto.js';
import {
  GrantRolesDto,
  InstitutionRecord,
  MembershipRecord,
  ParticipantPath,
  RegisterInstitutionDto,
  toInstitutionRecord,
  toMembershipRecord,
} from './participant.dto.js';

const GOVERNORS_ONLY = { PERMISSION_DENIED: 'not a governor of the network' };

@Controller('v1/networks/:network_id')
export class ParticipantController {
  constructor(
    private readonly registerInstitution: RegisterInstitution,
    private readonly readParticipants: ReadParticipants,
    private readonly changeMembership: ChangeMembership,
  ) {}

  @Post('institutions')
  @HttpCode(200)
  @Operation({
    summary: 'Register an institution',
    description: 'It is at home in this network, whose governors administer its accounts.',
    answer: InstitutionRecord,
    refusals: {
      ...GOVERNORS_ONLY,
      RESOURCE_CONFLICT: 'an institution with that entity_id or org_id exists already',
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
    description: 'Binds within five seconds.',
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
