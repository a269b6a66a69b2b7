import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { linksIn } from './links-in.js';

const root = projectRoot();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the documents', () => {
  const documents = [
    'README.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join('docs', file)),
  ];

  test.each(documents)('%s links to files that exist', (document) => {
    const missing = linksIn(read(document)).filter(
      ({ target }) => !existsSync(join(root, dirname(document), target.split('#')[0] ?? '')),
    );
    expect(missing).toEqual([]);
  });

  test('are all in the index, but for the decisions, which are in order of their numbers', () => {
    const indexed = linksIn(read('docs/README.md')).map(({ target }) => join('docs', target));
    const others = documents.filter((file) => !/^(docs\/)?README\.md$|decisions/.test(file));
    expect(others.filter((file) => !indexed.includes(file))).toEqual([]);
  });
});

describe('the guarantees', () => {
  const rows = read('docs/guarantees.md')
    .split('\n')
    .filter((line) => /^\| (?!-|Promise )/.test(line))
    .map((line) => {
      const [, promise = '', shownBy = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { promise, tests: linksIn(shownBy) };
    });

  test.each(rows)('$promise: each test that shows it exists', ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const { text, target } of tests) expect(read(join('docs', target))).toContain(text);
  });
});
