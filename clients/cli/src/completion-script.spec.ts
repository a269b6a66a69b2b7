import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { completionScript, SHELLS } from './completion-script.js';

const program = new Command('ndx')
  .addCommand(new Command('furnish').description("a file's rows").option('--dry-run', 'checks'))
  .addCommand(
    new Command('consent')
      .description('consents')
      .addCommand(
        new Command('record').description('records one').option('--scope <slugs>', 'of it'),
      )
      .addCommand(new Command('revoke').description('ends one')),
  ) as CommandUnknownOpts;

/** The completions of the last word, by bash itself. */
function completed(...words: readonly string[]): readonly string[] {
  const script = `${completionScript('bash', program)}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ndx; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shown = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return shown.split('\n').filter((line) => line !== '');
}

test.each([
  [
    ['ndx', ''],
    ['furnish', 'consent', '--help'],
  ],
  [['ndx', 'f'], ['furnish']],
  [['ndx', 'furnish', '--d'], ['--dry-run']],
  [
    ['ndx', 'furnish', 'rows.csv', '--'],
    ['--dry-run', '--help'],
  ],
  [
    ['ndx', 'consent', 're'],
    ['record', 'revoke'],
  ],
  [['ndx', 'consent', 'record', '--s'], ['--scope']],
  [['ndx', 'furnish', 'rows'], []],
])('bash completes %j with %j', (words, expected) => {
  expect(completed(...words)).toEqual(expected);
});

test.each(SHELLS)('the script of %s has every command and option', (shell) => {
  const script = completionScript(shell, program);
  for (const word of ['furnish', 'consent', 'record', 'revoke', 'dry-run', 'scope']) {
    expect(script).toContain(word);
  }
});
