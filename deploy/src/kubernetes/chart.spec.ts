import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { ENVIRONMENTS } from './render.js';

const CHART = join(projectRoot(), 'deploy', 'helm');

type Values = Readonly<Record<string, unknown>>;

const valuesIn = (...path: readonly string[]) =>
  parse(readFileSync(join(CHART, ...path), 'utf8')) as Values;

const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
  readonly properties: Values;
};

/** Helm merges the members of objects, and removes a value that is null. */
function merged(preset: Values, given: Values): Values {
  const names = [...new Set([...Object.keys(preset), ...Object.keys(given)])];
  const values = names.map((name) => {
    const [before, value] = [preset[name], name in given ? given[name] : preset[name]];
    return [name, isMembers(before) && isMembers(value) ? merged(before, value) : value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

function isMembers(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('the values of the Helm chart', () => {
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const production = merged(valuesIn('values.yaml'), valuesIn('environments', 'production.yaml'));

  test('exist for each environment, and satisfy the schema', () => {
    const files = readdirSync(join(CHART, 'environments')).sort();
    expect(files).toEqual(ENVIRONMENTS.map((name) => `${name}.yaml`).sort());
    for (const file of files) {
      const values = merged(valuesIn('values.yaml'), valuesIn('environments', file));
      expect([file, isValid(values), isValid.errors]).toEqual([file, true, null]);
    }
  });

  test('are all in values.yaml, with their defaults', () => {
    // Helm gives every chart the member `global`.
    const own = Object.keys(schema.properties).filter((name) => name !== 'global');
    expect(Object.keys(valuesIn('values.yaml')).sort()).toEqual(own.sort());
  });

  test.each([
    ['a misspelled name', { hosts: 'api.exchange.example' }],
    ['an environment of another name', { environment: 'staging' }],
    ['no host', { host: '' }],
    ['two places of the key set', { identityProvider: { jwksUri: 'https://id.example/keys' } }],
    ['a key set that is no address', { identityProvider: { jwksUrl: 'keys' } }],
    ['brokers without a port', { kafka: { brokers: 'kafka' } }],
    ['a collector without a port', { traces: { endpoint: 'http://collector' } }],
    ['an archive without a region', { archive: { region: '' } }],
    ['an archive in a folder', { archive: { location: '/archive' } }],
    ['a tag as a digest', { services: { consent: { digest: '0.1.0' } } }],
    ['a variable that is no text', { services: { consent: { settings: { PORT: 8080 } } } }],
  ])('with %s are invalid', (_name, change) => {
    expect(isValid(merged(production, change))).toBe(false);
  });
});
