import type { DataSource } from 'typeorm';

/** The recorded commit order of a writing service's events. */
export class CommitLog {
  private constructor(private readonly writer: DataSource) {}

  /**
   * Each event records its position among the commits of its key right before the commit, after a
   * random delay, so that commits are not in the order of the inserts.
   * @param longestMs maximum delay in milliseconds
   */
  static async start(writer: DataSource, longestMs: number): Promise<CommitLog> {
    await writer.query(`
      create table committed (position bigint generated always as identity, key text, n integer);
      create function note_commit() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(random() * ${longestMs / 1_000});
        insert into committed (key, n) values (new.key, (new.data::json->>'n')::int);
        return null;
      end $$;
      create constraint trigger note_commit after insert on outbox
        deferrable initially deferred for each row execute function note_commit()`);
    return new CommitLog(writer);
  }

  /** The numbers of a key's events, in the order of their commits. */
  async numbersOf(key: string): Promise<number[]> {
    const rows = await this.writer.query<{ n: number }[]>(
      'select n from committed where key = $1 order by position',
      [key],
    );
    return rows.map(({ n }) => n);
  }
}
