import { ConfigurationError, loadConfig, secret } from '@ndx/config';
import { describe, expect, test } from '@jest/globals';
import { PRINCIPAL_VARIABLES } from '../testing/principal-keys.js';
import { SERVICE_RULES, serviceVariables } from './service-config.js';

const valid = {
  CONSENT_DATABASE_URL: 'postgres://localhost:5432/consent',
};
const SEALING_KEYS = `first:${'A'.repeat(43)}=`;
const { PRINCIPAL_PUBLIC_KEYS } = PRINCIPAL_VARIABLES;
const CONSENT_SIGNING_KEY = `${'A'.repeat(43)}=`;
const KEYS = { SEALING_KEYS, PRINCIPAL_PUBLIC_KEYS, CONSENT_SIGNING_KEY };

describe('the variables of a service', () => {
  test('are typed, with defaults for what may be left out', () => {
    expect(loadConfig('consent', serviceVariables('consent'), { ...valid, ...KEYS })).toMatchObject(
      {
        PORT: 8082,
        ENVIRONMENT: 'development',
        KAFKA_BROKERS: '',
        ...valid,
      },
    );
  });

  test('that are missing or malformed are all reported at once', () => {
    const load = () =>
      loadConfig('consent', serviceVariables('consent'), { PORT: 'http', ENVIRONMENT: 'staging' });
    expect(load).toThrow(ConfigurationError);
    expect(load).toThrow(/CONSENT_DATABASE_URL: is missing/);
    expect(load).toThrow(/PRINCIPAL_PUBLIC_KEYS: is missing/);
    expect(load).toThrow(/SEALING_KEYS: is missing/);
    expect(load).toThrow(/CONSENT_SIGNING_KEY: is missing/);
    expect(load).toThrow(/PORT: is not valid/);
    expect(load).toThrow(/ENVIRONMENT: is not valid/);
  });

  test('are never in an error message: they may be secrets', () => {
    const load = () =>
      loadConfig('consent', { KEY: secret({ desc: 'A key' }) }, { KEY: 'hunter2' });
    expect(load).toThrow('KEY: is not valid: it takes at least 32 characters (A key)');
    expect(load).not.toThrow(/hunter2/);
  });

  test('keep responses for at least a day', () => {
    const load = (hours: string) =>
      loadConfig(
        'consent',
        { IDEMPOTENCY_KEEP_HOURS: serviceVariables('consent').IDEMPOTENCY_KEEP_HOURS },
        { IDEMPOTENCY_KEEP_HOURS: hours },
      ).IDEMPOTENCY_KEEP_HOURS;
    expect(load('24')).toBe(24);
    for (const hours of ['23', '0', '-1', 'a day', 'Infinity']) {
      expect(() => load(hours)).toThrow(/IDEMPOTENCY_KEEP_HOURS: is not valid/);
    }
  });

  test('that contradict each other are reported together with malformed ones', () => {
    const load = (env: NodeJS.ProcessEnv) => () =>
      loadConfig(
        'consent',
        serviceVariables('consent'),
        { ...valid, ...KEYS, EMBEDDED_BUS_URL: 'postgres://h/d', ...env },
        SERVICE_RULES,
      );
    expect(load({})).not.toThrow();
    expect(load({ EMBEDDED_BUS_URL: '', KAFKA_BROKERS: 'kafka:9092' })).not.toThrow();
    expect(load({ EMBEDDED_BUS_URL: '', KAFKA_SASL_USERNAME: 'consent', PORT: 'http' })).toThrow(
      new ConfigurationError('consent', [
        'PORT: is not valid: it takes a port, 0 to 65535 (Port to listen on; 0: a free one)',
        'KAFKA_BROKERS, EMBEDDED_BUS_URL: at least one of them must be set',
        'KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: either all of them must be set or none',
      ]),
    );
  });

  test('that are malformed are not also reported as missing', () => {
    const load = () =>
      loadConfig(
        'consent',
        serviceVariables('consent'),
        { ...valid, ...KEYS, EMBEDDED_BUS_URL: 'a database' },
        SERVICE_RULES,
      );
    expect(load).toThrow(/1 configuration problem/);
  });
});
