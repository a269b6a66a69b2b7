import { globSync, readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';

/**
 * Prints the patterns of more than linear time in the installed packages, one in a line:
 * `package/file: pattern`. Arguments: the folders of the packages.
 */
const RULES = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
};

/** Folders of tests, and of the same code for other environments. */
const NOT_LOADED = new Set(
  'node_modules test tests benchmark benchmarks docs examples scripts bundles es esm5 esm2015 esnext'.split(
    ' ',
  ),
);

const linter = new Linter();
for (const folder of process.argv.slice(2)) {
  const files = globSync('**/*.{js,cjs,mjs}', {
    cwd: folder,
    exclude: (path) => NOT_LOADED.has(path.split('/').at(-1)),
  });
  for (const file of files) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    for (const { line, column, endColumn } of slowPatterns(text)) {
      const pattern = text.split('\n')[line - 1].slice(column - 1, endColumn - 1);
      process.stdout.write(`${folder.split('node_modules/').at(-1)}/${file}: ${pattern}\n`);
    }
  }
}

function slowPatterns(text) {
  const sourceType = /^(?:import|export) /m.test(text) ? 'module' : 'commonjs';
  return linter
    .verify(text, {
      languageOptions: { sourceType, ecmaVersion: 'latest' },
      linterOptions: { noInlineConfig: true },
      plugins: { regexp },
      rules: RULES,
    })
    .filter(({ ruleId }) => ruleId !== null);
}
