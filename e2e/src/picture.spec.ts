import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  ALL_TOPICS,
  EVENTS,
  SERVICE_NAMES,
  serviceVariable,
  STATEFUL_SERVICE_NAMES,
  topicOf,
  type ServiceName,
} from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { readDeclarations } from '@ndx/tools/configuration/read-declarations';
import { arrowsOf, type Arrow } from './harness/flowchart.js';

/** The diagram of the README must match the topology. */
describe('the diagram of the architecture', () => {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const picture = /^```mermaid\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  const arrows = arrowsOf(picture, { services: STATEFUL_SERVICE_NAMES });
  const drawn = (wanted: (arrow: Arrow) => boolean) =>
    arrows
      .filter(wanted)
      .map(({ from, to }) => `${from} to ${to}`)
      .sort();
  let called: string[];

  beforeAll(async () => {
    const declarations = await readDeclarations();
    called = SERVICE_NAMES.flatMap((from) =>
      peersOf(from, new Set(declarations.get(from)?.variables.map(({ name }) => name))),
    ).sort();
  });

  test("shows the calls between processes: the addresses in each process's configuration", () => {
    expect(drawn(({ kind, from }) => kind === 'call' && from !== 'institution')).toEqual(called);
  });

  test('shows publishers and consumers', () => {
    const publishers = STATEFUL_SERVICE_NAMES.map((name) => `${name} to bus`);
    const consumers = STATEFUL_SERVICE_NAMES.filter(consumes).map((name) => `bus to ${name}`);
    expect(drawn(({ kind, to }) => kind === 'event' && to !== 'billing')).toEqual(
      [...publishers, ...consumers].sort(),
    );
  });

  test('names the topic that billing reads', () => {
    const [named = ''] = /\b\w+\.events/.exec(picture) ?? [];
    expect(ALL_TOPICS).toContain(named);
    expect(named).toBe(topicOf('product-query'));
  });
});

function peersOf(from: ServiceName, declared: ReadonlySet<string>): string[] {
  return STATEFUL_SERVICE_NAMES.filter((to) => declared.has(serviceVariable(to, 'URL'))).map(
    (to) => `${from} to ${to}`,
  );
}

function consumes(service: ServiceName): boolean {
  return EVENTS.some(({ subscribers }) => subscribers.some((subscriber) => subscriber === service));
}
