import pg from 'pg';

/**
 * A connection whose loss never ends the process. A pool listens to the errors of idle connections,
 * and TypeORM to those of the ones it uses; between the two, in the moment in which a connection is
 * handed out, nobody does, and Node ends a process for an `error` without a listener. The next
 * statement on the connection is refused, and the pool replaces it.
 */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
