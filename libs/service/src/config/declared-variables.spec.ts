import { describe, expect, test } from '@jest/globals';
import { declaredVariables, num, secret, str } from '@ndx/config';
import { serviceVariables } from './service-config.js';

describe('the declared variables of a process', () => {
  test('are printed with whether they are required, default, choices and description', () => {
    const declared = declaredVariables({
      CLIENT_ID: str({ desc: 'The client' }),
      ROOM: num({ default: 3, desc: 'Places' }),
      MODE: str({ default: 'calm', choices: ['calm', 'wild'] }),
    });
    expect(declared).toEqual([
      {
        ...{ name: 'CLIENT_ID', required: true, default: null },
        ...{ takes: 'text', secret: false, description: 'The client' },
      },
      {
        ...{ name: 'ROOM', required: false, default: 3 },
        ...{ takes: 'a number', secret: false, description: 'Places' },
      },
      {
        ...{ name: 'MODE', required: false, default: 'calm', choices: ['calm', 'wild'] },
        ...{ takes: 'one of calm, wild', secret: false, description: '' },
      },
    ]);
  });

  test('have a default also when it is empty', () => {
    expect(declaredVariables({ BROKERS: str({ default: '' }) })).toMatchObject([
      { required: false, default: '' },
    ]);
  });

  test('of a service are secret exactly when they have a key or a password', () => {
    const secrets = declaredVariables({
      ...serviceVariables('consent'),
      MATCH_HASH_KEY: secret({ desc: 'a key' }),
    }).filter((variable) => variable.secret);
    expect(secrets.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'PRINCIPAL_PUBLIC_KEYS',
        'CONSENT_DATABASE_URL',
        'SEALING_KEYS',
        'KAFKA_SASL_PASSWORD',
        'EMBEDDED_BUS_URL',
        'MATCH_HASH_KEY',
      ]),
    );
    expect(secrets.map(({ name }) => name)).not.toContain('KAFKA_SASL_USERNAME');
  });

  test('have a secret name when they are validated as secrets', () => {
    const parse = (spec: object): unknown => Reflect.get(spec, '_parse');
    const asSecret = parse(secret({ desc: '' }));
    const spec = serviceVariables('consent');
    const named = new Map(declaredVariables(spec).map((variable) => [variable.name, variable]));
    for (const [name, variable] of Object.entries(spec)) {
      if (parse(variable) === asSecret) expect(named.get(name)?.secret).toBe(true);
    }
  });
});
