import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DatabaseFailure } from './connection-failure.js';

/** Time for a statement of the check: a pooler without a free connection lets it wait. */
const TIMEOUT_MS = 5_000;

/**
 * Checks that each connection of a pool keeps its session. Named statements, settings, notifications
 * and locks belong to a session; a pooler in transaction or statement mode gives each transaction
 * any one.
 *
 * @param variable the variable of the database, for the message
 * @throws DatabaseFailure when a pooler shares sessions, or has fewer than two connections
 */
export async function requireOwnSession(variable: string, pool: pg.Pool): Promise<void> {
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      await compare(variable, first, second);
    } finally {
      // A marked session is not used again.
      second.release(true);
    }
  } finally {
    first.release(true);
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
      throw new DatabaseFailure(`${variable}: ${SHARED}`);
    }
  } catch (error) {
    if (isStatementPooling(error)) throw new DatabaseFailure(`${variable}: ${SHARED}`);
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
