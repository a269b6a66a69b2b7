import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { citationsIn, sectionsOf, type Citation } from './citations.js';

const root = projectRoot();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.turbo', '.data']);

describe('every citation has its target', () => {
  const sections = {
    contract: sectionsOf(read('docs/contract.md')),
    design: sectionsOf(read('docs/architecture.md')),
    replication: sectionsOf(read('docs/replication.md')),
  };
  const decisions = new Set(
    readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)),
  );

  const leadsNowhere = ({ of, number }: Citation) =>
    of === 'decision' ? !decisions.has(number.padStart(4, '0')) : !sections[of].has(number);

  test('in sources and documents', () => {
    const files = globSync('**/*.{ts,js,md,sh,sql,yaml,yml,json}', {
      cwd: root,
      exclude: (path) => SKIPPED.has(path.split('/').at(-1) ?? ''),
    }).filter((file) => file !== 'package-lock.json' && !file.endsWith('citations.spec.ts'));
    const wrong = files.flatMap((file) =>
      citationsIn(read(file))
        .filter(leadsNowhere)
        .map(({ of, number }) => `${file}: ${of} ${number}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  });

  test('in decisions, which cite each other by number only', () => {
    const wrong = readdirSync(join(root, 'docs/decisions')).flatMap((page) =>
      [...read(`docs/decisions/${page}`).matchAll(/\b00\d\d\b/g)]
        .filter(([number]) => !decisions.has(number))
        .map(([number]) => `${page}: ${number}`),
    );
    expect(wrong).toEqual([]);
  });
});

test('a citation is found in a list, and across lines of a comment', () => {
  expect(
    citationsIn('/** As agreed (contract 4.5, 7.5, design\n * 6 and 9, decision 37). */'),
  ).toEqual([
    { of: 'contract', number: '4.5' },
    { of: 'contract', number: '7.5' },
    { of: 'design', number: '6' },
    { of: 'design', number: '9' },
    { of: 'decision', number: '37' },
  ]);
});

test('a document is cited by its headings and by the rules of its numbered lists', () => {
  expect(sectionsOf('# Page\n\n## 5. Rules\n\n1. one\n2. two\n\n### 5.3 More\n')).toEqual(
    new Set(['5', '5.1', '5.2', '5.3']),
  );
});
