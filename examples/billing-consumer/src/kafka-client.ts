import { Kafka, logLevel } from 'kafkajs';
import { BillingError } from './billing-error.js';

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
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ log }) => {
        process.stderr.write(`kafka: ${log.message}\n`);
      },
  });
}
