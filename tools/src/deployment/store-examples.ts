import { DEFAULT_TOPIC_HOURS, retentionMsOf, topicOf } from '@ndx/contracts';
import type { DescribedProcess } from './described-process.js';
import { yamlText } from './yaml-text.js';

const NAMESPACE = 'exchange-stores-production';

/** Like the topics that a service creates. */
const topicSpec = (topic: string) => ({
  partitions: 12,
  replicas: 3,
  config: {
    'retention.ms': retentionMsOf(topic, DEFAULT_TOPIC_HOURS),
    'retention.bytes': -1,
    'max.message.bytes': 8_388_608,
  },
});

/** Kafka by the Strimzi operator: a cluster, each topic, and a user for each service and billing. */
export function strimziExample(processes: readonly DescribedProcess[]): string {
  return yamlText(
    `Kafka by the Strimzi operator (0.49 or later: KRaft only), one cluster for each environment. The
certificate of its authority is in the secret exchange-cluster-ca-cert, and each KafkaUser becomes a
secret of its own name: both have to be copied into the namespace of the services.`,
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE, labels: { 'exchange/stores': 'production' } },
    },
    strimzi('KafkaNodePool', 'brokers', {
      replicas: 3,
      roles: ['controller', 'broker'],
      storage: { type: 'persistent-claim', size: '100Gi', deleteClaim: false },
    }),
    KAFKA,
    ...processes.flatMap(({ topic }) =>
      topic === undefined ? [] : [strimzi('KafkaTopic', topic, topicSpec(topic))],
    ),
    ...processes.flatMap(serviceUser),
    user('billing', [
      acl('topic', topicOf('product-query'), ['Describe', 'Read']),
      {
        resource: { type: 'group', name: 'billing', patternType: 'prefix' },
        operations: ['Describe', 'Read'],
      },
    ]),
  );
}

const KAFKA = {
  apiVersion: 'kafka.strimzi.io/v1',
  kind: 'Kafka',
  metadata: { name: 'exchange', namespace: NAMESPACE },
  spec: {
    kafka: {
      listeners: [
        {
          name: 'tls',
          port: 9093,
          type: 'internal',
          tls: true,
          authentication: { type: 'scram-sha-512' },
        },
      ],
      authorization: { type: 'simple' },
      config: {
        'auto.create.topics.enable': false,
        'default.replication.factor': 3,
        'min.insync.replicas': 2,
        'offsets.topic.replication.factor': 3,
        'transaction.state.log.replication.factor': 3,
        'transaction.state.log.min.isr': 2,
      },
    },
    entityOperator: { topicOperator: {}, userOperator: {} },
  },
};

/** Can write only to its own topic, and read only its subscriptions. */
function serviceUser({ name, topic, consumes }: DescribedProcess): object[] {
  if (topic === undefined) return [];
  return [
    user(`exchange-${name}`, [
      acl('topic', '*', ['Describe', 'DescribeConfigs']),
      acl('topic', topic, ['Create', 'Write']),
      ...consumes.map((consumed) => acl('topic', consumed, ['Read'])),
      ...(consumes.length > 0 ? [acl('group', name, ['Describe', 'Read'])] : []),
      { resource: { type: 'cluster' }, operations: ['Describe', 'IdempotentWrite'] },
    ]),
  ];
}

function user(name: string, acls: readonly object[]): object {
  return strimzi('KafkaUser', name, {
    authentication: { type: 'scram-sha-512' },
    authorization: { type: 'simple', acls },
  });
}

function acl(type: 'topic' | 'group', name: string, operations: readonly string[]): object {
  return { resource: { type, name }, operations };
}

function strimzi(kind: string, name: string, spec: object): object {
  const labels = { 'strimzi.io/cluster': 'exchange' };
  const metadata = { name, namespace: NAMESPACE, labels };
  return { apiVersion: 'kafka.strimzi.io/v1', kind, metadata, spec };
}

/** The parameters of a database URL, with the CA where the manifests mount it. */
const VERIFIED = 'sslmode=verify-full&sslrootcert=/etc/exchange/postgres/ca.crt';

const BACKUP_PLUGIN = 'barman-cloud.cloudnative-pg.io';

const backupSecret = (key: string) => ({ name: 'exchange-backups', key });

/** Postgres by the CloudNativePG operator: a cluster with backups, and a database with its owner for each service. */
export function cloudNativePgExample(processes: readonly DescribedProcess[]): string {
  const owners = processes.flatMap(({ name, database }) => (database === undefined ? [] : [name]));
  const object = (kind: string, name: string, spec: object) => ({
    ...{
      apiVersion: 'postgresql.cnpg.io/v1',
      kind,
      metadata: { name, namespace: NAMESPACE },
      spec,
    },
  });
  return yamlText(
    `Postgres by the CloudNativePG operator (1.26 or later) with its Barman Cloud plugin, one cluster for
each environment, a database and its owner for each service. The passwords are secrets of type kubernetes.io/basic-auth beside it;
the services' own exchange-<service>-database holds the whole address:
postgres://<service>:<password>@exchange-rw.${NAMESPACE}.svc:5432/<service>?${VERIFIED}
The secret exchange-ca has the CA of its certificate: copy ca.crt into the secret exchange-postgres-ca
of the services' namespace. The server rejects connections without TLS, and versions before TLS 1.3.
max_connections is what all services may open at their most replicas (docs/operators/scale.md).
Each WAL file goes to the object store, and a base backup every night; the secret exchange-backups has
its ACCESS_KEY_ID and SECRET_ACCESS_KEY. Backups contain names and dates of birth in clear text.
A commit waits until one standby has flushed it, so that a failover loses none; without any standby
writes wait (docs/operators/backup-and-restore.md).`,
    object('Cluster', 'exchange', {
      instances: 3,
      imageName: 'ghcr.io/cloudnative-pg/postgresql:18',
      storage: { size: '100Gi' },
      postgresql: {
        synchronous: { method: 'any', number: 1, dataDurability: 'required' },
        pg_hba: ['hostnossl all all all reject'],
        parameters: { max_connections: '1200', ssl_min_protocol_version: 'TLSv1.3' },
      },
      plugins: [
        {
          name: BACKUP_PLUGIN,
          isWALArchiver: true,
          parameters: { barmanObjectName: 'exchange-backups' },
        },
      ],
      managed: {
        roles: owners.map((name) => ({
          ...{ name, login: true, passwordSecret: { name: `exchange-${name}-role` } },
        })),
      },
    }),
    {
      apiVersion: 'barmancloud.cnpg.io/v1',
      kind: 'ObjectStore',
      metadata: { name: 'exchange-backups', namespace: NAMESPACE },
      spec: {
        retentionPolicy: '30d',
        configuration: {
          destinationPath: 's3://exchange-backups/production/',
          s3Credentials: {
            accessKeyId: backupSecret('ACCESS_KEY_ID'),
            secretAccessKey: backupSecret('SECRET_ACCESS_KEY'),
          },
          wal: { compression: 'gzip', encryption: 'AES256' },
          data: { compression: 'gzip', encryption: 'AES256' },
        },
      },
    },
    object('ScheduledBackup', 'exchange', {
      // With seconds first.
      schedule: '0 0 2 * * *',
      immediate: true,
      backupOwnerReference: 'self',
      cluster: { name: 'exchange' },
      method: 'plugin',
      pluginConfiguration: { name: BACKUP_PLUGIN },
    }),
    ...owners.map((name) =>
      object('Database', name, { cluster: { name: 'exchange' }, name, owner: name }),
    ),
  );
}
