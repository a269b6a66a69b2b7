import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { parsePolicyTest, PolicyTestFault, runPolicyTest } from './index.js';

interface Files {
  readonly test?: unknown;
  readonly configuration?: unknown;
}

test('any test and configuration of a policy run, or are rejected with a fault', async () => {
  await fuzz(
    (text) => {
      const files = parsed(text);
      try {
        const policyTest = parsePolicyTest(files?.test);
        const { differences, failures } = runPolicyTest(policyTest, files?.configuration);
        assert.equal(failures.length > 0, differences.length > 0);
      } catch (error) {
        if (!(error instanceof PolicyTestFault)) throw error;
      }
    },
    { corpus: 'fuzz/policy-tests.json', sources: '/src/domain/' },
  );
});

function parsed(text: string): Files | null {
  try {
    return JSON.parse(text) as Files | null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
