import { ArchivePlace, UnusablePlaceError } from '@ndx/archive';
import { describeError } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { linesOf, PART_COLUMNS, textsIn, type TextPart } from '../../storage/text-parts.js';

/** The result for one part. */
export interface VerifiedPart extends Pick<TextPart, 'part' | 'file' | 'queries'> {
  /** Undefined when the part is as it was written. */
  readonly fault?: string;
}

/** Without the content: there may be many. */
const PARTS = 'select part from query_text_part order by part';

const PART = `select ${PART_COLUMNS} from query_text_part where part = $1`;

const KNOWN = `
select count(distinct query_event_id)::integer as known from query_event
where query_event_id = any($1::uuid[])`;

/** The command `archive --verify` (decision 0146). */
@Injectable()
export class VerifyArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Reads every part, and compares its digest, the digests of its texts and the ids of its queries with
   * the database.
   * @throws UnusablePlaceError
   */
  async *verify(): AsyncGenerator<VerifiedPart> {
    for (const { part } of await this.dataSource.query<{ part: number }[]>(PARTS)) {
      const [found] = await this.dataSource.query<TextPart[]>(PART, [part]);
      // Another run has moved or restored it.
      if (!found) continue;
      const { file, queries } = found;
      const fault = await this.faultOf(found).catch(textOfFault);
      yield { part, file, queries, ...(fault !== undefined && { fault }) };
    }
  }

  private async faultOf(part: TextPart): Promise<string | undefined> {
    const lines = await linesOf(this.place, part);
    const ids = lines.map((line) => textsIn(line).query_event_id);
    const [row] = await this.dataSource.query<{ known: number }[]>(KNOWN, [ids]);
    const known = row?.known ?? 0;
    return known === part.queries && ids.length === part.queries
      ? undefined
      : `${known} of ${part.queries} queries are in the database`;
  }
}

/** @throws UnusablePlaceError: no file can be verified */
function textOfFault(error: unknown): string {
  if (error instanceof UnusablePlaceError) throw error;
  return describeError(error);
}
