import type { Principal } from '@ndx/contracts';
import { Caller } from '@ndx/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ChangeMembership } from '../use-cases/change-membership.js';
import { ReadParticipants } from '../use-cases/read-participants.js';
import { RegisterInstitution } from '../use-cases/register-institution.js';
import { NetworkPath } from './network.dto.js';
import { PageQuery } from './page.dto.js';
import {
  GrantRolesDto,
  ParticipantPath,
  RegisterInstitutionDto,
  toInstitutionRecord,
  toMembershipRecord,
} from './participant.dto.js';

@Controller('v1/networks/:network_id')
export class ParticipantController {
  constructor(
    private readonly registerInstitution: RegisterInstitution,
    private readonly readParticipants: ReadParticipants,
    private readonly changeMembership: ChangeMembership,
  ) {}

  @Post('institutions')
  @HttpCode(200)
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
  async listInstitutions(
    @Caller() principal: Principal,
    @Param() path: NetworkPath,
    @Query() page: PageQuery,
  ) {
    const list = await this.readParticipants.listInstitutions(principal, path.network_id, page);
    return list.map(toInstitutionRecord);
  }

  @Get('memberships')
  async listMemberships(
    @Caller() principal: Principal,
    @Param() path: NetworkPath,
    @Query() page: PageQuery,
  ) {
    const list = await this.readParticipants.listMemberships(principal, path.network_id, page);
    return list.map(toMembershipRecord);
  }

  @Put('memberships/:entity_id')
  async grant(
    @Caller() principal: Principal,
    @Param() path: ParticipantPath,
    @Body() body: GrantRolesDto,
  ) {
    const place = { networkId: path.network_id, entityId: path.entity_id };
    return toMembershipRecord(await this.changeMembership.grant(principal, place, body.roles));
  }

  @Delete('memberships/:entity_id')
  async end(@Caller() principal: Principal, @Param() path: ParticipantPath) {
    const place = { networkId: path.network_id, entityId: path.entity_id };
    return toMembershipRecord(await this.changeMembership.end(principal, place));
  }
}
