import type { StatefulServiceName } from '@ndx/contracts';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';

/** Works in the database of a service, with a connection of its own. */
export async function inDatabase<Result>(
  { databases }: LocalNetwork,
  service: StatefulServiceName,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databases.urls.get(service) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
