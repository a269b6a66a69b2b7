import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { shellSteps } from '@ndx/tools/docs/shell-steps';
import { expectShown, runSteps } from '../harness/documented-steps.js';
import type { Exchange } from '../harness/exchange.js';

/** Documents with executable commands, and the section if it is not the whole page. */
const DOCUMENTS = [
  { file: 'README.md', section: 'The main job in five curls' },
  { file: 'docs/integrators.md', section: undefined },
];

/** The documented commands work and print the documented output. */
export function documentsSuite(exchange: () => Exchange): void {
  describe('the commands of', () => {
    test.each(DOCUMENTS)('$file work as documented', async ({ file, section }) => {
      const steps = shellSteps(readFileSync(join(projectRoot(), file), 'utf8'), section);
      expect(steps.length).toBeGreaterThan(0);
      const { gatewayUrl, tokenUrl } = exchange().network.addresses;
      const outputs = await runSteps(steps, {
        'http://localhost:8080': gatewayUrl,
        'http://localhost:8090/token': tokenUrl,
      });
      expect(outputs).toHaveLength(steps.length);
      for (const [index, step] of steps.entries()) expectShown(step, outputs[index] ?? '');
    });
  });
}
