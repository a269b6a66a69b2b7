import { describe, expect, test } from '@jest/globals';
import { EVENTS } from './events/index.js';
import {
  ALL_TOPICS,
  DEFAULT_TOPIC_HOURS,
  retentionMsOf,
  SERVICE_NAMES,
  SERVICES,
  serviceVariable,
  STATEFUL_SERVICE_NAMES,
  topicOf,
} from './topology.js';

describe('the topology', () => {
  test('gives each process a unique port', () => {
    const ports = SERVICE_NAMES.map((name) => SERVICES[name].port);
    expect(new Set(ports).size).toBe(SERVICE_NAMES.length);
  });

  test('has a retention only for topics that no service reads', () => {
    const read = EVENTS.filter(({ subscribers }) => subscribers.length > 0);
    expect(DEFAULT_TOPIC_HOURS.size).toBeGreaterThan(0);
    for (const { topic } of read) expect(DEFAULT_TOPIC_HOURS.has(topic)).toBe(false);
  });

  test.each([
    [undefined, -1],
    [0, -1],
    [24, 86_400_000],
  ])('a retention of %p hours is %p ms', (hours, ms) => {
    const keepHours = new Map(hours === undefined ? [] : [['a', hours] as const]);
    expect(retentionMsOf('a', keepHours)).toBe(ms);
  });

  test('gives a database and a topic to every process except the gateway', () => {
    expect(STATEFUL_SERVICE_NAMES).toEqual(SERVICE_NAMES.filter((name) => name !== 'gateway'));
    expect(SERVICES.gateway).not.toHaveProperty('topic');
  });

  test('has a unique topic for each owner, and no other topic', () => {
    expect(STATEFUL_SERVICE_NAMES.map(topicOf).sort()).toEqual([...ALL_TOPICS].sort());
    expect(new Set(ALL_TOPICS).size).toBe(STATEFUL_SERVICE_NAMES.length);
  });

  test("names billing's feed separately, other topics by their service", () => {
    expect(topicOf('product-query')).toBe('query.events');
    expect(topicOf('consent')).toBe('consent.events');
  });

  test('has variable names that a shell can set', () => {
    expect(serviceVariable('entity', 'URL')).toBe('ENTITY_URL');
    expect(serviceVariable('product-query', 'DATABASE_URL')).toBe('PRODUCT_QUERY_DATABASE_URL');
    for (const name of SERVICE_NAMES) {
      expect(serviceVariable(name, 'URL')).toMatch(/^[A-Z][A-Z_]*_URL$/);
    }
  });
});
