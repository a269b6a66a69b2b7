import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CliError } from './cli-error.js';

/**
 * Parses JSON that is given inline, in a file, or as `-` on standard input.
 * @throws CliError when the file cannot be read or is not a JSON object
 */
export async function jsonFrom(input: string): Promise<object> {
  try {
    const parsed = JSON.parse(await textFrom(input)) as unknown;
    if (typeof parsed === 'object' && parsed !== null) return parsed;
    throw new SyntaxError('not an object');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('invalid', `${input} is not a JSON object: ${reason}`, {
      hint: 'Give a JSON object, the name of a file with it, or - for standard input.',
      cause: error,
    });
  }
}

function textFrom(input: string): Promise<string> {
  if (input === '-') return text(process.stdin);
  return input.trimStart().startsWith('{') ? Promise.resolve(input) : readFile(input, 'utf8');
}
