import { describe, expect, test } from '@jest/globals';
import {
  ALL_TOPICS,
  SERVICE_NAMES,
  SERVICES,
  serviceVariable,
  STATEFUL_SERVICE_NAMES,
  topicOf,
} from './topology.js';

describe('the topology', () => {
  test('gives each process a port of its own', () => {
    const ports = SERVICE_NAMES.map((name) => SERVICES[name].port);
    expect(new Set(ports).size).toBe(SERVICE_NAMES.length);
  });

  test('gives a database and a topic to every process but the gateway', () => {
    expect(STATEFUL_SERVICE_NAMES).toEqual(SERVICE_NAMES.filter((name) => name !== 'gateway'));
    expect(SERVICES.gateway).not.toHaveProperty('topic');
  });

  test('gives each owner a topic of its own, and there is no other', () => {
    expect(STATEFUL_SERVICE_NAMES.map(topicOf).sort()).toEqual([...ALL_TOPICS].sort());
    expect(new Set(ALL_TOPICS).size).toBe(STATEFUL_SERVICE_NAMES.length);
  });

  test("calls billing's feed by its own name, the others by their service's", () => {
    expect(topicOf('product-query')).toBe('query.events');
    expect(topicOf('consent')).toBe('consent.events');
  });

  test('names variables as a shell can set them', () => {
    expect(serviceVariable('entity', 'URL')).toBe('ENTITY_URL');
    expect(serviceVariable('product-query', 'DATABASE_URL')).toBe('PRODUCT_QUERY_DATABASE_URL');
    for (const name of SERVICE_NAMES) {
      expect(serviceVariable(name, 'URL')).toMatch(/^[A-Z][A-Z_]*_URL$/);
    }
  });
});
