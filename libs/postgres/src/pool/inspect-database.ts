import { TLSSocket } from 'node:tls';
import type pg from 'pg';

/** What a connection to a database shows. */
export interface DatabaseInspection {
  /** Such as `18.4`. */
  readonly version: string;
  /** The protocol of the connection to the server, or to the pooler before it; undefined without TLS. */
  readonly tls: string | undefined;
}

/** @throws the error of the server */
export async function inspectDatabase(pool: pg.Pool): Promise<DatabaseInspection> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const [version = ''] = (rows[0]?.server_version ?? '').split(' ');
    return { version, tls: protocolOf(client) };
  } finally {
    client.release();
  }
}

/** The types of `pg` do not have the socket of a client. */
function protocolOf(client: pg.PoolClient): string | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  if (typeof connection !== 'object' || connection === null) return undefined;
  const socket: unknown = Reflect.get(connection, 'stream');
  return socket instanceof TLSSocket ? (socket.getProtocol() ?? undefined) : undefined;
}
