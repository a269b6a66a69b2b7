import type { Principal } from '@ndx/contracts';
import { Caller, Uuid } from '@ndx/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, IsISO8601, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ListQueryEvents } from '../use-cases/list-query-events.js';

class ListQueryEventsQuery {
  @Uuid()
  readonly network_id!: string;

  /** Start of the window, included. */
  @IsOptional()
  @IsISO8601({ strict: true })
  readonly from?: string;

  /** End of the window, excluded. */
  @IsOptional()
  @IsISO8601({ strict: true })
  readonly to?: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    /^\d+$/.test(String(value)) ? Number(value) : value,
  )
  @IsInt()
  @Min(1)
  @Max(1_000)
  readonly limit: number = 100;
}

@Controller('v1/query-events')
export class QueryEventsController {
  constructor(private readonly listQueryEvents: ListQueryEvents) {}

  @Get()
  async list(@Caller() principal: Principal, @Query() query: ListQueryEventsQuery) {
    const page = await this.listQueryEvents.run(principal, {
      networkId: query.network_id,
      from: query.from,
      to: query.to,
      cursor: query.cursor,
      limit: query.limit,
    });
    return { query_events: page.events, next_cursor: page.nextCursor };
  }
}
