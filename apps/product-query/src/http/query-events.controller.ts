import { QueryExecuted, type Principal, type QueryEvent } from '@ndx/contracts';
import { instantOf, IsDateTime, QueryInteger, Uuid, wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Controller, Get, Query } from '@nestjs/common';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import Type from 'typebox';
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

/** The feed shows each event as the bus carries it, as far as the reader may know it. */
const QueryEventPage = wire.record('QueryEventPage', {
  query_events: wire.listOf(
    Type.Unsafe<QueryEvent>({ ...QueryExecuted.schema, title: 'QueryEvent' }),
  ),
  /** Null on the last page. */
  next_cursor: wire.nullable(wire.text),
});

@Controller('v1/query-events')
export class QueryEventsController {
  constructor(private readonly listQueryEvents: ListQueryEvents) {}

  @Get()
  @Operation({
    summary: 'List query events, oldest first, to reconcile with billing',
    description:
      "A governor of the network sees every institution's queries, any other member its own. Of a query over several networks a governor sees the ids that it is about only if it belongs to all of them.",
    answer: QueryEventPage,
    refusals: {
      VALIDATION_ERROR: 'the cursor is not valid',
      PERMISSION_DENIED: 'not a member of the network',
    },
  })
  async list(
    @Caller() principal: Principal,
    @Query() query: ListQueryEventsQuery,
  ): Promise<wire.Of<typeof QueryEventPage>> {
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
