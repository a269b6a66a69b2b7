import type { Principal } from '@ndx/contracts';
import { Caller, instantOf, IsDateTime, QueryInteger, Uuid } from '@ndx/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ListQueryEvents } from '../use-cases/list-query-events.js';

class ListQueryEventsQuery {
  @Uuid()
  readonly network_id!: string;

  /** Start of the window, included. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, excluded. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @QueryInteger({ min: 1, max: 1_000 })
  readonly limit: number = 100;
}

@Controller('v1/query-events')
export class QueryEventsController {
  constructor(private readonly listQueryEvents: ListQueryEvents) {}

  @Get()
  async list(@Caller() principal: Principal, @Query() query: ListQueryEventsQuery) {
    const page = await this.listQueryEvents.run(principal, {
      networkId: query.network_id,
      from: query.from === undefined ? undefined : instantOf(query.from),
      to: query.to === undefined ? undefined : instantOf(query.to),
      cursor: query.cursor,
      limit: query.limit,
    });
    return { query_events: page.events, next_cursor: page.nextCursor };
  }
}
