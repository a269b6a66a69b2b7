import { describe, expect, test } from '@jest/globals';
import { ConfigurationError, loadConfig } from './load-config.js';
import * as kinds from './variable-kinds.js';

const { archiveLocation, bool, brokers, count, countOrNone, host, keepHours } = kinds;
const { listeningPort, milliseconds, secondsInMsOrNone } = kinds;
const { optionalRequestUrl } = kinds;
const { networks, num, optionalPostgresUrl, optionalUrl, optionalUuid, origins, poolSize } = kinds;
const { postgresUrl, secret, str, text, url } = kinds;

const CASES = {
  str: { kind: str({ desc: '' }), takes: ['', 'x'], refuses: [] },
  text: { kind: text({ desc: '' }), takes: ['x'], refuses: [''] },
  secret: { kind: secret({ desc: '' }), takes: ['x'.repeat(32)], refuses: ['', 'x'.repeat(31)] },
  bool: { kind: bool({ desc: '' }), takes: ['true', 'false'], refuses: ['', 'maybe'] },
  host: { kind: host({ desc: '' }), takes: ['0.0.0.0', '::', 'localhost'], refuses: ['', 'a b'] },
  num: { kind: num({ desc: '' }), takes: ['1.5', '-1'], refuses: ['', ' ', '10kb', 'Infinity'] },
  count: { kind: count({ desc: '' }), takes: ['1', '1e3'], refuses: ['', '0', '-1', '1.5', '10s'] },
  poolSize: { kind: poolSize({ desc: '' }), takes: ['2'], refuses: ['', '1', '2.5'] },
  countOrNone: { kind: countOrNone({ desc: '' }), takes: ['0'], refuses: ['', '-1', 'many'] },
  milliseconds: {
    kind: milliseconds({ desc: '' }),
    takes: ['1', '2147483647'],
    refuses: ['0', '2147483648', '30s'],
  },
  secondsInMsOrNone: {
    kind: secondsInMsOrNone({ desc: '' }),
    takes: ['0', '1000'],
    refuses: ['', '999', '-1', '2147483648', '10s'],
  },
  port: {
    kind: listeningPort({ desc: '' }),
    takes: ['0', '65535'],
    refuses: ['', '65536', 'http'],
  },
  hours: { kind: keepHours({ desc: '' }), takes: ['24', '48.5'], refuses: ['23', 'a day'] },
  url: {
    kind: url({ desc: '' }),
    takes: ['http://entity:8080', 'https://id.example/jwks'],
    refuses: ['', 'localhost:8081', 'http://', 'ftp://x', 'http://a b'],
  },
  optionalUrl: {
    kind: optionalUrl({ desc: '' }),
    takes: ['', 'https://grafana.example/d/exchange'],
    refuses: ['grafana.example', 'javascript:alert(1)'],
  },
  optionalRequestUrl: {
    kind: optionalRequestUrl({ desc: '' }),
    takes: [
      '',
      'https://grafana.example/explore?left={"q":"{request_id}"}',
      'http://l/#{request_id}',
    ],
    refuses: [
      'https://grafana.example/explore',
      'https://{request_id}.example/',
      'https://grafana.example:{request_id}/',
      'javascript:alert("{request_id}")',
      'grafana.example/{request_id}',
      '{request_id}',
    ],
  },
  postgresUrl: {
    kind: postgresUrl({ desc: '' }),
    takes: ['postgres://u:p@h:5432/d', 'postgresql:///d?host=/run'],
    refuses: ['', 'postgres:u:p@h/d', 'http://h/d', 'h/d'],
  },
  optionalPostgresUrl: {
    kind: optionalPostgresUrl({ desc: '' }),
    takes: ['', 'postgres://h/d'],
    refuses: ['h/d'],
  },
  brokers: {
    kind: brokers({ desc: '' }),
    takes: ['', 'a:9092', 'a.b:1,[::1]:9092'],
    refuses: [',', 'a', 'a:9092,', 'a:9092, b:9092', 'a:0', 'a:70000', 'kafka://a:9092'],
  },
  archiveLocation: {
    kind: archiveLocation({ desc: '' }),
    takes: ['', '/var/archive', 'archive', 's3://ndx-archive', 's3://ndx.archive/a/b/'],
    refuses: ['s3://', 's3:///a', 's3://Bucket', 's3://bucket//a', 'gs://bucket', 'https://bucket'],
  },
  origins: {
    kind: origins({ desc: '' }),
    takes: ['', 'https://a.example', 'http://localhost:3000,https://a.example'],
    refuses: [
      '*',
      'null',
      'a.example',
      'https://a.example/',
      'https://a.example, https://b.example',
    ],
  },
  networks: {
    kind: networks({ desc: '' }),
    takes: ['', '10.0.0.7', '10.0.0.0/8,::1,fd00::/8'],
    refuses: ['loopback', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '::1, ::2'],
  },
  uuid: {
    kind: optionalUuid({ desc: '' }),
    takes: ['', '6e915678-6e83-55d5-bf35-6adc1521da02'],
    refuses: ['6e915678'],
  },
  choice: {
    kind: str({ choices: ['calm', 'wild'], desc: '' }),
    takes: ['calm'],
    refuses: ['', 'mild'],
  },
};

const load = (kind: (typeof CASES)[keyof typeof CASES]['kind'], value: string) =>
  loadConfig('a process', { IT: kind }, { IT: value });

describe.each(Object.entries(CASES))('a variable that is %s', (_, { kind, takes, refuses }) => {
  test('accepts valid values', () => {
    for (const value of takes) expect(() => load(kind, value)).not.toThrow();
  });

  test('rejects everything else, with a message that has the format and not the value', () => {
    const reported = kinds.takesOf(kind);
    expect(reported).not.toBe('');
    for (const value of refuses) {
      const fault = new ConfigurationError('a process', [
        `IT: is not valid: it takes ${reported} ()`,
      ]);
      expect(() => load(kind, value)).toThrow(fault);
    }
  });
});
