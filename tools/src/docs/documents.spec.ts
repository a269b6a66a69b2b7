import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { anchorsOf } from './citations.js';
import { linksIn } from './links-in.js';
import { RUN_DOCUMENTS, shellSteps, unrunCommands } from './shell-steps.js';

const root = projectRoot();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const RUN: readonly string[] = Object.values(RUN_DOCUMENTS).flat();

/** A logged warning or error whose message is a literal. */
const WARNING = /\.(?:warn|error|fatal)\(\s*(?:\{[^}]*\}|\w+),\s*'([^']+)'/g;

const SHELL_FENCE = /^ *```(?:sh|bash|shell|zsh)\b/gm;

const markdownIn = (folder: string, recursive: boolean) =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));

describe('the documents', () => {
  const readmes = globSync('*/{,*/}README.md', {
    cwd: root,
    exclude: (path) => path.split('/').includes('node_modules'),
  }).filter((file) => !file.startsWith('docs/'));
  const documents = [...markdownIn('', false), ...markdownIn('docs', true), ...readmes];

  test.each(documents)('%s links to files and headings that exist', (document) => {
    const missing = linksIn(read(document)).filter(({ target }) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(read(file)).has(anchor);
    });
    expect(missing).toEqual([]);
  });

  test.each(documents)('%s names npm scripts that exist', (document) => {
    const named = read(document).matchAll(/\bnpm run (?:-w ([\w/-]+) )?([a-z][\w:-]*)/g);
    const missing = [...named].filter(([, workspace = '', name = '']) => {
      const file = join(workspace, 'package.json');
      const { scripts } = JSON.parse(read(file)) as { readonly scripts: object };
      return !(name in scripts);
    });
    expect(missing).toEqual([]);
  });

  test.each(documents)('%s has no command without a test or the reason why not', (document) => {
    const text = read(document);
    const steps = shellSteps(text);
    expect(unrunCommands(text).filter(({ reason }) => reason === undefined)).toEqual([]);
    if (!RUN.includes(document)) expect(steps).toEqual([]);
    // Neither indented nor under another name, where no test finds them.
    expect(text.match(SHELL_FENCE) ?? []).toHaveLength(steps.length);
  });

  test('are all in the index, except decisions, which have their own', () => {
    const indexed = linksIn(read('docs/README.md')).map(({ target }) => join('docs', target));
    const others = documents.filter((file) => !/README\.md$|decisions/.test(file));
    expect(others.filter((file) => !indexed.includes(file))).toEqual([]);
  });
});

describe('the index of the decisions', () => {
  const pages = readdirSync(join(root, 'docs/decisions')).filter((page) => page !== 'README.md');
  const rows = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => line.startsWith('- ['));

  test('has a unique number for each page', () => {
    const numbers = pages.map((page) => page.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test.each(pages)('has %s once, with its status', (page) => {
    const ownRows = rows.filter((row) => row.includes(`](${page})`));
    expect(ownRows).toHaveLength(1);
    const [row = ''] = ownRows;
    expect(row).toMatch(/\): (accepted|replaced by \d{4})$/);
    const successors = [...row.matchAll(/replaced by (\d{4})/g)].map(([, number]) => number);
    expect(pages.map((name) => name.slice(0, 4))).toEqual(expect.arrayContaining(successors));
  });

  test.each(pages)('gives %s the status that the page states', (page) => {
    const [, stated] =
      /^Status: (accepted|replaced by \[\d{4}\])/m.exec(read(`docs/decisions/${page}`)) ?? [];
    const row = rows.find((each) => each.includes(`](${page})`)) ?? '';
    expect(stated?.replace(/[[\]]/g, '')).toBe(row.split('): ').at(-1));
  });
});

describe('the log messages in the guide for operators', () => {
  const [, messages = ''] = read('docs/operators/observe.md').split('### Messages');
  const explained = [...messages.matchAll(/^- `([^`]+)`/gm)].map(([, message = '']) => message);
  const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.spec\.ts$|\/testing\//.test(file))
    .map(read)
    .join('\n');

  test('are in the sources', () => {
    expect(explained.length).toBeGreaterThan(10);
    expect(explained.filter((message) => !sources.includes(message))).toEqual([]);
  });

  test('include all warnings and errors of the sources', () => {
    const logged = [...sources.matchAll(WARNING)].map(([, message = '']) => message);
    expect(logged.length).toBeGreaterThan(10);
    expect(logged.filter((message) => !explained.includes(message))).toEqual([]);
  });
});

/** The begin of an item of a list, or of a row of a table with tests. */
const PROMISE = /^- |^\| (?=.*\.ts\))/m;

describe.each(['docs/guarantees.md', 'SECURITY.md'])('the promises of %s', (page) => {
  const promises = read(page)
    .split(/^##+ /m)
    .flatMap((section) => (section.split('Not promised:')[0] ?? '').split(PROMISE).slice(1))
    .map((text) => ({
      promise: text.split(/[\n|]/)[0]?.trim() ?? '',
      tests: linksIn(text).filter(({ target }) => /\.ts$/.test(target)),
    }));

  test.each(promises)('$promise: each linked test exists', ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const { text, target } of tests) {
      expect(withoutComments(read(join(dirname(page), target)))).toContain(text);
    }
  });
});

/** The words of a test that is only mentioned are no test. */
function withoutComments(source: string): string {
  const lines = source.split('\n').filter((line) => !/^(?:\/\/|\/?\*)/.test(line.trim()));
  return lines.join('\n');
}
