import { Kafka, logLevel } from 'kafkajs';

/** Retries long enough for a newly started cluster to accept consumer groups. */
const RETRY = { retries: 15, initialRetryTime: 300, maxRetryTime: 3_000 };

/** A client of the cluster, with the TLS and SASL variables of the exchange's services. */
export function kafkaClient(brokers: string, env: NodeJS.ProcessEnv): Kafka {
  const username = env['KAFKA_SASL_USERNAME'] ?? '';
  const password = env['KAFKA_SASL_PASSWORD'] ?? '';
  return new Kafka({
    clientId: 'billing',
    brokers: brokers.split(','),
    ssl: env['KAFKA_SSL'] === 'true',
    ...(username !== '' && { sasl: { mechanism: 'scram-sha-512', username, password } }),
    retry: RETRY,
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ log }) => {
        process.stderr.write(`kafka: ${log.message}\n`);
      },
  });
}
