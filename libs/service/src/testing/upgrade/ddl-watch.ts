import type pg from 'pg';

/**
 * Makes Postgres record statements that block the users of a table: rewrites, and index builds that
 * block writes. Needs superuser rights.
 */
export async function watchDdl(client: pg.Client): Promise<void> {
  await client.query(`
    create schema upgrade_watch;
    create table upgrade_watch.blocked (tab text not null, what text not null);
    create function upgrade_watch.note_rewrite() returns event_trigger language plpgsql as $$
    begin
      insert into upgrade_watch.blocked
      select relname, 'is rewritten' from pg_class
      where oid = pg_event_trigger_table_rewrite_oid();
    end $$;
    create function upgrade_watch.note_index() returns event_trigger language plpgsql as $$
    begin
      insert into upgrade_watch.blocked
      select tab.relname, format('takes no writes while the index %s is built', made.relname)
      from pg_event_trigger_ddl_commands() command
      join pg_index on indexrelid = command.objid
      join pg_class made on made.oid = indexrelid
      join pg_class tab on tab.oid = indrelid
      where exists (select from pg_locks
        where pid = pg_backend_pid() and relation = indrelid and mode = 'ShareLock');
    end $$;
    create event trigger upgrade_watch_rewrite on table_rewrite
      execute function upgrade_watch.note_rewrite();
    create event trigger upgrade_watch_index on ddl_command_end when tag in ('CREATE INDEX')
      execute function upgrade_watch.note_index()`);
}

/** A table, and the statement that blocked its users. */
export interface Blocked {
  readonly table: string;
  readonly what: string;
}

/** The records since the last call. */
export async function blockedSince(client: pg.Client): Promise<readonly Blocked[]> {
  const { rows } = await client.query<Blocked>(
    'delete from upgrade_watch.blocked returning tab as table, what',
  );
  return rows;
}
