import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject } from '@ndx/catalog';
import { parsePolicyTest, PolicyTestFault } from '@ndx/product-query/policy-test';
import { playableTest, type PlayableTest } from './playable-test.js';
import { UnplayableError } from './unplayable-error.js';

/**
 * The test in a file of the folder `tests`, with the policy file of the folder above that it names,
 * as `ndx policy test` reads them.
 * @throws UnplayableError for a file that is missing or has a mistake, or whose test cannot be made
 */
export async function playableFile(file: string): Promise<PlayableTest> {
  try {
    const test = parsePolicyTest(await readJson(file));
    const policy = await readJson(join(dirname(file), '..', test.policy));
    return playableTest(test, isObject(policy) ? policy['configuration'] : undefined);
  } catch (error) {
    if (!(error instanceof PolicyTestFault || error instanceof SyntaxError)) throw error;
    throw new UnplayableError(`${file}: ${error.message}`, { cause: error });
  }
}

async function readJson(file: string): Promise<unknown> {
  if (!existsSync(file)) throw new UnplayableError(`there is no file ${file}`);
  return JSON.parse(await readFile(file, 'utf8'));
}
