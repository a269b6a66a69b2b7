import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import type { ShellStep } from '@ndx/tools/docs/shell-steps';

/**
 * Runs the steps in one shell, like a reader who pastes one after the other.
 * @param replacements for the addresses and programs in the document
 * @returns what each step printed; without standard error, unless its documented output is text
 */
export async function runSteps(
  steps: readonly ShellStep[],
  replacements: Readonly<Record<string, string>>,
): Promise<string[]> {
  const end = randomUUID();
  const script = steps.map((step) => `${printing(step)}\necho ${end}\n`).join('');
  const shell = spawn('bash', ['-e', '-o', 'pipefail'], {
    cwd: projectRoot(),
    env: { ...process.env, XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'documented-')) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const status = new Promise<number | null>((resolve, reject) => {
    shell.once('error', reject);
    shell.once('close', resolve);
  });
  const printed = Promise.all([text(shell.stdout), text(shell.stderr)]);
  shell.stdin.end(
    Object.entries(replacements).reduce(
      (all, [documented, real]) => all.replaceAll(documented, real),
      script,
    ),
  );
  const [stdout, stderr] = await printed;
  const outputs = stdout.split(`${end}\n`);
  const failed = steps[outputs.length - 1];
  if ((await status) !== 0 && failed) {
    throw new Error(`this step failed:\n${failed.command}\n${outputs.at(-1) ?? ''}\n${stderr}`);
  }
  return outputs.slice(0, -1);
}

/** The text of a document is what a terminal shows: standard output and standard error. */
function printing({ command, shown }: ShellStep): string {
  return shown?.kind === 'text' ? `{ ${command}\n} 2>&1` : command;
}

/**
 * Fails when the output of a step differs from the documented one, or has an undocumented error.
 */
export function expectShown({ command, shown }: ShellStep, output: string): void {
  if (!shown) {
    expect({ command, output }).toEqual({
      command,
      output: expect.not.stringContaining('"detail":'),
    });
  } else if (shown.kind === 'json') {
    const answer: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect({ command, answer }).toEqual({ command, answer: showing(JSON.parse(shown.text)) });
  } else {
    const lines = output.split(/\r?\n/);
    for (const line of shown.text.trimEnd().split('\n')) {
      expect(lines).toContainEqual(expect.stringMatching(patternOf(line)));
    }
  }
}

/**
 * A placeholder in a documented answer for values that differ each time, and for the rest of a
 * list.
 */
const ANYTHING = '…';

/** The documented part of an answer; members the document omits are not compared. */
function showing(shown: unknown): unknown {
  if (shown === ANYTHING) return expect.any(String);
  if (Array.isArray(shown)) {
    return shown.at(-1) === ANYTHING
      ? expect.arrayContaining(shown.slice(0, -1).map(showing))
      : shown.map(showing);
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const members = Object.entries(shown).map(([name, value]) => [name, showing(value)]);
  return expect.objectContaining(Object.fromEntries(members) as Record<string, unknown>);
}

function patternOf(line: string): RegExp {
  const parts = line.split(ANYTHING).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
