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

test.each(['docs', '/docs', "''"])('a relative address is rejected: %s', (documents) => {
  expect(() => alertRules(rules(documents), processes)).toThrow('no absolute address');
});
