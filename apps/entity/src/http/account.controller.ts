import type { Principal } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { AdministerAccounts } from '../use-cases/administer-accounts.js';
import {
  AccountPath,
  AccountRecord,
  AddAccountDto,
  SetAccountStatusDto,
  toAccountRecord,
} from './account.dto.js';
import { PageQuery } from './page.dto.js';
import { ParticipantPath } from './participant.dto.js';

const REFUSALS = {
  PERMISSION_DENIED: 'neither the institution itself nor a governor of its home network',
  RESOURCE_NOT_FOUND: 'institution not found',
};

@Controller('v1/networks/:network_id/institutions/:entity_id/accounts')
export class AccountController {
  constructor(private readonly accounts: AdministerAccounts) {}

  @Get()
  @Operation({
    summary: 'List the accounts of an institution',
    answer: wire.listOf(AccountRecord),
    refusals: REFUSALS,
  })
  async list(
    @Caller() principal: Principal,
    @Param() path: ParticipantPath,
    @Query() page: PageQuery,
  ) {
    return (await this.accounts.list(principal, placeOf(path), page)).map(toAccountRecord);
  }

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Add an account',
    description:
      'The id is a new one, or the one that can be chosen: the UUID version 5 of the subject under ' +
      'the id of the institution.',
    answer: AccountRecord,
    refusals: {
      ...REFUSALS,
      VALIDATION_ERROR:
        'account_id is not the one that the institution may choose for that subject',
      RESOURCE_CONFLICT: 'the institution has an account with that subject already',
    },
  })
  async add(
    @Caller() principal: Principal,
    @Param() path: ParticipantPath,
    @Body() body: AddAccountDto,
  ) {
    const account = await this.accounts.add(principal, placeOf(path), {
      id: body.account_id,
      subject: body.subject,
      email: body.email ?? null,
    });
    return toAccountRecord(account);
  }

  @Put(':account_id')
  @Operation({
    summary: 'Suspend an account, or let it act again',
    description: 'Binds within five seconds.',
    answer: AccountRecord,
    refusals: { ...REFUSALS, RESOURCE_NOT_FOUND: 'institution or account not found' },
  })
  async setStatus(
    @Caller() principal: Principal,
    @Param() path: AccountPath,
    @Body() body: SetAccountStatusDto,
  ) {
    return toAccountRecord(
      await this.accounts.setStatus(principal, placeOf(path), path.account_id, body.status),
    );
  }
}

function placeOf(path: ParticipantPath) {
  return { networkId: path.network_id, entityId: path.entity_id };
}
