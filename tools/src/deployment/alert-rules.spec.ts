import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { alertRules } from './alert-rules.js';
import { describeProcesses } from './described-process.js';

const processes = describeProcesses(new Map());

const rules = (documents: string) => `
documents: ${documents}
groups:
  - name: exchange-requests
    rules:
      - alert: ServiceAbsent
        expr: count(up{service=~"$services"})
        annotations: { summary: None is there }
`;

test('an alert matches all services, and links its section under the configured address', () => {
  expect(parse(alertRules(rules('https://docs.bank.example/x'), processes))).toEqual({
    groups: [
      {
        name: 'exchange-requests',
        rules: [
          {
            alert: 'ServiceAbsent',
            expr: `count(up{service=~"${processes.map(({ name }) => name).join('|')}"})`,
            annotations: {
              summary: 'None is there',
              runbook_url: 'https://docs.bank.example/x/operators/observe.md#serviceabsent',
            },
          },
        ],
      },
    ],
  });
});

test('an objective has a fast and a slow alert on its error budget', () => {
  const source = rules('https://docs.bank.example').replace(
    'groups:',
    `objectives:
  - { name: SlowReads, objective: 0.999, summary: were slow, bad: bad, all: all }
groups:`,
  );
  const { groups, objectives } = parse(alertRules(source, processes)) as {
    readonly groups: readonly { readonly rules: readonly Record<string, string>[] }[];
    readonly objectives?: unknown;
  };
  expect(objectives).toBeUndefined();
  const [, records, alerts] = groups;
  expect(records?.rules.map(({ record }) => record)).toEqual([
    'environment:slow_reads_bad:rate5m',
    'environment:slow_reads_all:rate5m',
    ...['1h', '5m', '6h', '30m', '3d'].map((window) => `environment:slow_reads_bad:ratio${window}`),
  ]);
  expect(alerts?.rules.map(({ alert, expr = '' }) => [alert, expr.match(/> [\d.]+/g)])).toEqual([
    ['SlowReadsBurnsFast', ['> 0.0144', '> 0.0144', '> 0.006', '> 0.006', '> 0.1']],
    ['SlowReadsBurnsSlowly', ['> 0.001', '> 0.001']],
  ]);
});

test.each(['docs', '/docs', "''"])('a relative address is rejected: %s', (documents) => {
  expect(() => alertRules(rules(documents), processes)).toThrow('no absolute address');
});
