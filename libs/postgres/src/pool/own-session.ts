import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DatabaseFailure } from './connection-failure.js';

/** Time for a statement of the check: a pooler without a free connection lets it wait. */
const TIMEOUT_MS = 5_000;

/** A pooler gives one session to several clients. */
class SharedSessions extends DatabaseFailure {}

/**
 * Checks that each connection of a pool keeps its session. Named statements, settings, notifications
 * and locks belong to a session; a pooler in transaction or statement mode gives each transaction
 * any one.
 *
 * @param variable the variable of the database, for the message
 * @throws DatabaseFailure when a pooler shares sessions, or has fewer than two connections
 */
export async function requireOwnSession(variable: string, pool: pg.Pool): Promise<void> {
  await withClient(pool, (first) => withClient(pool, (second) => compare(variable, first, second)));
}

/**
 * The same check of a process that serves requests. A busy pool, and an error that every replica
 * has at once, such as a database that is down, are no reason.
 *
 * @returns the reason why its statements cannot succeed, or undefined
 */
export async function sharedSessions(variable: string, pool: pg.Pool): Promise<string | undefined> {
  const spare = pool.options.max - pool.totalCount + pool.idleCount;
  if (spare < 2) return undefined;
  try {
    await requireOwnSession(variable, pool);
    return undefined;
  } catch (error) {
    return error instanceof SharedSessions ? error.message : undefined;
  }
}

async function withClient(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect();
  let isUsable = false;
  try {
    await work(client);
    isUsable = true;
  } finally {
    client.release(!isUsable);
  }
}

/** The second session is in a transaction, so that a pooler cannot give its server to the first. */
async function compare(variable: string, first: pg.PoolClient, second: pg.PoolClient) {
  const mark = randomUUID();
  const run = async (client: pg.PoolClient, text: string, values: string[] = []) => {
    const query = { text, values, query_timeout: TIMEOUT_MS };
    const { rows } = await client.query<{ mark?: string | null }>(query);
    return rows[0]?.mark;
  };
  try {
    await run(first, `select set_config('ndx.session', $1, false)`, [mark]);
    await run(second, 'begin');
    const isSeen = (await run(second, READ)) === mark;
    if (isSeen || (await run(first, READ)) !== mark) {
      throw new SharedSessions(`${variable}: ${SHARED}`);
    }
    await run(second, 'rollback');
  } catch (error) {
    if (isStatementPooling(error)) throw new SharedSessions(`${variable}: ${SHARED}`);
    if (error instanceof Error && error.message === 'Query read timeout') {
      throw new DatabaseFailure(`${variable}: ${TOO_FEW}`);
    }
    throw error;
  }
}

const READ = `select current_setting('ndx.session', true) as mark`;

const SHARED =
  'a connection pooler shares sessions between clients (transaction or statement mode); set pool_mode=session';

const TOO_FEW = 'the connection pooler has no second connection for this database and user';

function isStatementPooling(error: unknown): boolean {
  return error instanceof Error && /statement pooling/.test(error.message);
}
