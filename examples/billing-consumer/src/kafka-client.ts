import { Kafka, logLevel } from 'kafkajs';
import { BillingError } from './billing-error.js';

/** A cluster that is new, or was just restarted, takes that long to be ready for groups. */
const PATIENCE = { retries: 15, initialRetryTime: 300, maxRetryTime: 3_000 };

/** A client of the cluster that the variables name, which are those of the exchange's services. */
export function kafkaClient(brokers: string | undefined, env: NodeJS.ProcessEnv): Kafka {
  const addresses = brokers ?? env['KAFKA_BROKERS'] ?? '';
  if (addresses === '') throw new BillingError('--brokers or KAFKA_BROKERS must be given');
  const username = env['KAFKA_SASL_USERNAME'] ?? '';
  const password = env['KAFKA_SASL_PASSWORD'] ?? '';
  return new Kafka({
    clientId: 'billing',
    brokers: addresses.split(','),
    ssl: env['KAFKA_SSL'] === 'true',
    ...(username !== '' && { sasl: { mechanism: 'scram-sha-512', username, password } }),
    retry: PATIENCE,
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ log }) => {
        process.stderr.write(`kafka: ${log.message}\n`);
      },
  });
}
