import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { EVENTS } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import {
  ASYNC_API_FILE,
  contractsIn,
  type Documents,
  type EventContract,
} from './event-contract.js';
import { documentsFolder, documentsIn } from './documents-in.js';
import { EVENTS_PATH } from './events-page.js';
import { objectAt } from './json-schema.js';

const run = promisify(execFile);
const byType = EVENTS.map((event) => [event.type, event] as const);

let published: Documents;
let contracts: ReadonlyMap<string, EventContract>;

beforeAll(async () => {
  published = await documentsIn(documentsFolder);
  contracts = contractsIn(published);
});

/** Rejects unknown keywords and formats. */
function strict(): Ajv {
  const ajv = new Ajv({ strict: true, allErrors: true });
  formats.default(ajv);
  return ajv;
}

function contractOf(type: string): EventContract {
  const contract = contracts.get(type);
  if (!contract) throw new Error(`${type} is not published`);
  return contract;
}

function document(): Readonly<Record<string, unknown>> {
  return objectAt(JSON.parse(published.get(ASYNC_API_FILE) ?? '{}'));
}

describe('the committed documents of the events', () => {
  test('match the code', async () => {
    const check = run(process.execPath, [join('tools', 'dist', 'events.js'), '--check'], {
      cwd: projectRoot(),
    });
    await expect(check).resolves.toMatchObject({ stderr: '' });
  });

  test('are a valid AsyncAPI 3 document', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    const isValid = ajv.compile(specs.schemasWithoutId['3.0.0']);
    isValid(document());
    expect(isValid.errors ?? []).toEqual([]);
    expect(document()).toMatchObject({ asyncapi: '3.0.0' });
  });

  test('have no broken references', () => {
    const missing = referencesIn(document()).filter((reference) => !isThere(reference));
    expect(missing).toEqual([]);
    expect(referencesIn(document()).length).toBeGreaterThan(EVENTS.length);
  });

  test('describe exactly the declared events', () => {
    expect([...contracts.keys()].sort()).toEqual(EVENTS.map(({ type }) => type).sort());
    expect([...published.keys()]).toHaveLength(EVENTS.length + 1);
  });

  test('are a page that has each event with its members', () => {
    const page = readFileSync(join(projectRoot(), EVENTS_PATH), 'utf8');
    const sections = page.split(/^##+ /m);
    for (const [type, { topic, key, payload }] of contracts) {
      const [section = '', ...others] = sections.filter((each) => each.startsWith(`${type}\n`));
      expect(others).toEqual([]);
      expect(section).toContain(String(payload['description']));
      expect(section).toContain(
        `Topic \`${topic}\`, key \`${key}\`, [schema](events/schemas/${type}.json).`,
      );
      const named = [...section.matchAll(/^ *- `(\w+)` \(/gm)].map(([, name]) => name);
      expect(named).toEqual(membersIn(payload));
    }
  });

  test('list senders and receivers: billing receives the events of product-query', () => {
    expect(document()['operations']).toMatchObject({
      'product-query.send.query.events': { action: 'send' },
      'billing.receive.query.events': {
        action: 'receive',
        channel: { $ref: '#/channels/query.events' },
        messages: [{ $ref: '#/channels/query.events/messages/query.executed.v1' }],
      },
    });
    const receives = Object.keys(objectAt(document()['operations'])).filter((name) =>
      name.includes('.receive.'),
    );
    const subscriptions = EVENTS.flatMap(({ topic, subscribers }) =>
      subscribers.map((service) => `${service}.receive.${topic}`),
    );
    expect(receives.sort()).toEqual(
      [...new Set([...subscriptions, 'billing.receive.query.events'])].sort(),
    );
  });
});

describe.each(byType)('the published schema of %s', (type, event) => {
  test('has its id, title and description', () => {
    expect(contractOf(type).payload).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `urn:network-data-exchange:event:${type}`,
      title: type,
      description: event.description,
    });
    expect(contractOf(type).topic).toBe(event.topic);
  });

  test('matches its own example, and its headers match theirs', () => {
    const { headers, payload } = contractOf(type);
    const messages = objectAt(objectAt(document()['components'])['messages']);
    const [example] = objectAt(messages[type])['examples'] as readonly unknown[];
    expect(payload['examples']).toEqual([objectAt(example)['payload']]);
    const ajv = strict();
    expect(ajv.validate(payload, objectAt(example)['payload'])).toBe(true);
    expect(ajv.validate(headers, objectAt(example)['headers'])).toBe(true);
    expect(() => event.parse(objectAt(example)['payload'])).not.toThrow();
  });

  test('names the properties of the key', () => {
    const { key, payload } = contractOf(type);
    const [example] = payload['examples'] as readonly unknown[];
    const made = key.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(objectAt(example)[name]));
    expect(made).toBe(event.key(example));
    expect(key).toMatch(/^\{\w+\}(\/\{\w+\})?$/);
  });

  test('allows new properties', () => {
    const { headers, payload } = contractOf(type);
    expect(JSON.stringify([headers, payload])).not.toContain('additionalProperties');
    const [example] = payload['examples'] as readonly unknown[];
    expect(strict().validate(payload, { ...objectAt(example), yet_to_come: 1 })).toBe(true);
  });
});

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === '$ref' ? [String(inner)] : referencesIn(inner),
  );
}

/** The names of the members of a schema, at every depth, in its order. */
function membersIn(value: unknown): readonly string[] {
  return Object.entries(objectAt(value)).flatMap(([keyword, inner]) => {
    if (keyword === 'examples') return [];
    if (keyword === 'properties')
      return Object.entries(objectAt(inner)).flatMap(([name, schema]) => [
        name,
        ...membersIn(schema),
      ]);
    return (Array.isArray(inner) ? inner : [inner]).flatMap(membersIn);
  });
}

function isThere(reference: string): boolean {
  if (!reference.startsWith('#/')) return published.has(reference.replace(/^\.\//, ''));
  const place = reference.slice(2).split('/');
  const found = place.reduce<unknown>((at, name) => objectAt(at)[name], document());
  return found !== undefined;
}
