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
  test('has seven processes, each on a port of its own', () => {
    expect(SERVICE_NAMES).toHaveLength(7);
    expect(new Set(SERVICE_NAMES.map((name) => SERVICES[name].port)).size).toBe(7);
  });

  test('gives a database and a topic to every process but the gateway', () => {
    const owners = SERVICE_NAMES.filter((name) => SERVICES[name].owns.length > 0);
    expect(owners).toEqual(STATEFUL_SERVICE_NAMES);
    expect(SERVICES.gateway.owns).toEqual([]);
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
