import { expect, test } from '@jest/globals';
import { junitOf } from './junit.js';

const ran = { file: 'one.json', policy: 'kyb.json' };

test('results are a suite for each policy, with escaped texts and what failed', () => {
  const passed = {
    ...{ ...ran, name: 'issued', passed: true, differences: [], failures: [] },
    expected: { outcome: 'issued' },
    found: { outcome: 'issued', reasons: [] },
  } as const;
  const message = 'expected issued, found no_result (too_old)';
  const failed = {
    ...{ ...ran, name: 'a "b" & <c>\u0000', passed: false },
    expected: { outcome: 'issued' },
    found: { outcome: 'no_result', reasons: ['too_old'] },
    differences: [{ member: 'outcome', expected: 'issued', found: 'no_result' }],
    failures: [message],
  } as const;
  expect(junitOf([passed, failed]).split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="ndx policy test" tests="2" failures="1" errors="0">',
    '  <testsuite name="kyb.json" tests="2" failures="1" errors="0">',
    '    <testcase name="issued" classname="one.json"/>',
    '    <testcase name="a &quot;b&quot; &amp; &lt;c&gt;\uFFFD" classname="one.json">',
    `      <failure message="${message}">${message}</failure>`,
    '    </testcase>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
});
