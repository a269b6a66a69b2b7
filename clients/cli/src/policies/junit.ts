import { placeOf, type RanPolicyTest } from './policy-tests.js';

/** The results in the XML format of JUnit, which CI servers read; a suite for each policy. */
export function junitOf(tests: readonly RanPolicyTest[]): string {
  const policies = [...new Set(tests.map(({ policy }) => policy))];
  const suites = policies.flatMap((policy) => {
    const own = tests.filter((test) => test.policy === policy);
    return [
      `  <testsuite name="${escaped(policy)}" ${countsOf(own)}>`,
      ...own.map(testCase),
      '  </testsuite>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ndx policy test" ${countsOf(tests)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function countsOf(tests: readonly RanPolicyTest[]): string {
  const failures = tests.filter(({ passed }) => !passed).length;
  return `tests="${tests.length}" failures="${failures}" errors="0"`;
}

function testCase(test: RanPolicyTest): string {
  const head = `    <testcase name="${escaped(test.name)}" classname="${escaped(placeOf(test))}"`;
  const [message = '', ...lines] = test.failures;
  if (test.passed) return `${head}/>`;
  const text = escaped([message, ...lines].join('\n'));
  return `${head}>\n      <failure message="${escaped(message)}">${text}</failure>\n    </testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML cannot have are replaced. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}
