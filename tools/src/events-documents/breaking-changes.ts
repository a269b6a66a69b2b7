import type { EventContract } from './event-contract.js';
import { schemaChanges } from './schema-changes.js';

type Contracts = ReadonlyMap<string, EventContract>;

/** The incompatibilities for a consumer of `before`; empty when there are none. */
export function breakingChanges(before: Contracts, after: Contracts): string[] {
  return [...before].flatMap(([type, was]) => {
    const is = after.get(type);
    const faults = is ? broken(was, is) : ['is no longer declared'];
    return faults.map((fault) => `${type}: ${fault}`);
  });
}

function broken(was: EventContract, is: EventContract): string[] {
  return [
    ...changed('topic', was.topic, is.topic),
    ...changed('key', was.key, is.key),
    ...schemaChanges(was.headers, is.headers).map((fault) => `header ${fault}`),
    ...schemaChanges(was.payload, is.payload),
  ];
}

function changed(what: string, was: string, is: string): string[] {
  return was === is ? [] : [`the ${what} was ${was} and is ${is}`];
}
