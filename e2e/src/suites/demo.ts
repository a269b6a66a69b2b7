import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import type { Exchange } from '../harness/exchange.js';

const DEMO = join(projectRoot(), 'tools', 'dist', 'demo.js');

/** The parts of a policy change from the idea to the evidence, in order (docs/policies.md). */
const POLICY_CHANGE = [
  '"policy_changes": "reviewed"',
  'The plan: ',
  '"reason": "tests_failed"',
  '"lost_answers": 12',
  '"changed_queries": 0',
  '"reason": "approval_required"',
  'A second account of the governor approves',
  '"policy_approval": {',
];

/** `npm run demo`, which can be repeated. */
export function demoSuite(exchange: () => Exchange): void {
  describe('npm run demo', () => {
    test('gets the expected answers, twice', async () => {
      // kafkajs schedules its first check of a connection at a negative time.
      const withoutWarning = '--disable-warning=TimeoutNegativeWarning';
      const arguments_ = [withoutWarning, DEMO, '--data', exchange().network.dataDir];
      for (let run = 0; run < 2; run += 1) {
        const { stdout, stderr } = await promisify(execFile)(process.execPath, arguments_);
        expect(stderr).toBe('');
        expect(stdout).toMatch(
          /\n1\. .* furnishes verified data\n[^]*\nThe main job is done: .*\n$/,
        );
        expect(shownInOrder(POLICY_CHANGE, stdout)).toEqual(POLICY_CHANGE);
      }
    });
  });
}

/** The parts that the text has, each after the one before it. */
function shownInOrder(parts: readonly string[], text: string): string[] {
  let end = 0;
  return parts.filter((part) => {
    const start = text.indexOf(part, end);
    if (start >= 0) end = start + part.length;
    return start >= 0;
  });
}
