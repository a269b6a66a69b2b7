import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import type { Exchange } from '../harness/exchange.js';

const DEMO = join(projectRoot(), 'tools', 'dist', 'demo.js');

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
      }
    });
  });
}
