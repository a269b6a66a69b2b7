import { readFileSync, statSync } from 'node:fs';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';
import { statementsIn } from './floor-log.js';
import type { Watched } from './floor-script.js';

/** Settings that make a session log complete statements with their parameters. */
const LOGGING = { log_statement: 'all', log_error_verbosity: 'default' };

/**
 * Queries each business twice, sequentially, and returns the SQL statements of each query. The
 * statements come from the Postgres log, so this code does not depend on the implementation of a query.
 */
export async function watchQueries(
  network: LocalNetwork,
  businessIds: readonly string[],
): Promise<Watched[]> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const client = new ApiClient(gatewayUrl, tokenOf(tokenUrl, QUERYING_BANK.account));
  const logFile = `${network.databases.postgres.dataDir}.log`;
  const ask = async (businessId: string) => {
    const from = statSync(logFile).size;
    const { status } = await client.post('/v1/products/kyb_certificate/query', {
      network_ids: [DEMO_NETWORK.id],
      business_id: businessId,
    });
    if (status !== 200) throw new Error(`a query was answered with ${status}`);
    return statementsIn(readFileSync(logFile).subarray(from).toString());
  };
  await inNewSessions(network, (name, value) => `set ${name} = ${value}`);
  try {
    for (const id of businessIds.slice(0, 3)) await untilAnswered(() => ask(id));
    const watched: Watched[] = [];
    for (const id of businessIds) watched.push([await ask(id), await ask(id)]);
    return watched;
  } finally {
    await inNewSessions(network, (name) => `reset ${name}`);
  }
}

/** A database setting applies to new sessions, so existing sessions are terminated. */
async function inNewSessions(
  network: LocalNetwork,
  change: (name: string, value: string) => string,
): Promise<void> {
  const client = new pg.Client(network.databases.urls.get('product-query'));
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = client.escapeIdentifier(rows[0]?.name ?? '');
    for (const [name, value] of Object.entries(LOGGING))
      await client.query(`alter database ${database} ${change(name, `'${value}'`)}`);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  } finally {
    await client.end();
  }
}

/** Retries a query that fails because the service's pool still holds terminated sessions. */
async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}
