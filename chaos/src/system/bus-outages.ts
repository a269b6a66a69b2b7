import type { System } from './system.js';

/** An outage of the bus, and its end. */
export interface BusOutage {
  readonly what: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** The outages that this system's bus can have. */
export function busOutages(system: System): readonly BusOutage[] {
  return system.bus === 'kafka' ? brokerOutages(system) : [databaseOutage(system)];
}

function brokerOutages({ network }: System): readonly BusOutage[] {
  const { broker } = network.bus;
  if (!broker) throw new Error('the broker is not ours to stop');
  return [
    {
      // It keeps its connections and does not respond: the fault that clients detect last.
      what: 'the broker hangs (SIGSTOP)',
      begin: async () => {
        process.kill(broker.pid, 'SIGSTOP');
      },
      end: async () => {
        process.kill(broker.pid, 'SIGCONT');
      },
    },
    {
      what: 'the broker is killed (SIGKILL)',
      begin: () => broker.kill(),
      end: () => broker.restart(),
    },
  ];
}

/**
 * The embedded bus is a database: during the outage it refuses connections, and the services' own
 * databases work.
 */
function databaseOutage(system: System): BusOutage {
  return {
    what: "the bus's database refuses connections",
    begin: async () => {
      await system.sql('postgres', 'alter database bus with allow_connections false');
      await system.sql(
        'postgres',
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'bus'",
      );
    },
    end: async () => {
      await system.sql('postgres', 'alter database bus with allow_connections true');
    },
  };
}
