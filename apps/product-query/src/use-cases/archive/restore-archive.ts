import { ArchivePlace } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  linesOf,
  LOCK_ARCHIVE,
  nameOf,
  PART_COLUMNS,
  textsIn,
  type TextPart,
} from '../../storage/text-parts.js';

interface NewestPart extends TextPart {
  /** The partition that still has its texts. */
  readonly partition: string | null;
}

/** The newest, so that archiving continues after the parts that are left. */
const NEWEST = `select ${PART_COLUMNS}, partition from query_text_part order by part desc limit 1`;

const RESTORE = `
insert into query_text (occurred_at, query_event_id, payload, decision, body)
select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::text[], $5::text[])`;

const FORGET = 'delete from query_text_part where part = $1';

/** The command `archive --restore`: the reverse of `ArchiveTexts`; keeps the files. */
@Injectable()
export class RestoreArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Writes the texts of all parts back to `query_text`. Each part is a transaction.
   * @param report gets each part when its texts are back
   * @throws Error when a part cannot be read or was altered; the parts after it are done
   */
  async restore(report: (part: TextPart) => void): Promise<void> {
    for (;;) {
      const part = await this.dataSource.transaction((manager) => this.next(manager));
      if (!part) return;
      report(part);
    }
  }

  private async next(manager: EntityManager): Promise<TextPart | undefined> {
    await manager.query(LOCK_ARCHIVE);
    const [part] = await manager.query<NewestPart[]>(NEWEST);
    if (!part) return undefined;
    if (part.partition === null) await this.write(manager, part);
    await manager.query(FORGET, [part.part]);
    return part;
  }

  private async write(manager: EntityManager, part: TextPart): Promise<void> {
    const texts = (await linesOf(this.place, part)).map(textsIn);
    if (texts.length !== part.queries) {
      throw new Error(`${texts.length} of ${part.queries} queries are in ${nameOf(part)}`);
    }
    await manager.query(RESTORE, [
      texts.map((row) => row.occurred_at),
      texts.map((row) => row.query_event_id),
      ...[texts.map((row) => row.payload), texts.map((row) => row.decision)],
      texts.map((row) => row.body),
    ]);
  }
}
