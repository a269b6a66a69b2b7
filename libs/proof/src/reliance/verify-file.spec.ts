import { describe, expect, test } from '@jest/globals';
import { aFile, aFileKey, someTexts } from '../testing/reliance-file.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { sealFile } from './seal-file.js';
import { verifyRelianceFile } from './verify-file.js';

const key = aFileKey();

/** Verifies a file with this module, which has the answer `{"result":{}}`. */
async function verdictOn(source: string) {
  try {
    await verifyRelianceFile(sealFile(aFile({ ...someTexts(key), 'assembly.mjs': source }), key));
    return 'verified';
  } catch (error) {
    if (error instanceof InvalidRelianceFile) return error.code;
    throw error;
  }
}

describe('the assembly in a reliance file', () => {
  test('gets the texts of the JSON members without the answer', async () => {
    const source = `export const assemble = (members) => {
      const event = JSON.parse(members['event.json']);
      return event.outcome === 'issued' && !('answer.json' in members) ? '{"result":{}}' : null;
    };`;
    expect(await verdictOn(source)).toBe('verified');
  });

  test.each([
    ['makes another answer', `export const assemble = () => '{"result":{ }}';`, 'answer_differs'],
    ['makes none', 'export const assemble = () => null;', 'answer_differs'],
    ['returns no text', 'export const assemble = () => 1;', 'assembly_failed'],
    [
      'returns an endless text',
      `export const assemble = () => 'a'.repeat(66 * 1_048_576);`,
      'assembly_failed',
    ],
    ['throws', `export const assemble = () => { throw new Error('no'); };`, 'assembly_failed'],
    ['is no module', 'export const assemble = (', 'assembly_failed'],
    ['has no function', 'export const other = 1;', 'assembly_failed'],
    ['imports a module', `import 'node:fs'; export const assemble = () => '';`, 'assembly_failed'],
    [
      'reads a file',
      `export const assemble = () => process.getBuiltinModule('fs').readFileSync('/etc/hosts');`,
      'assembly_failed',
    ],
    ['uses the network', `export const assemble = () => fetch('http://x');`, 'assembly_failed'],
    [
      'makes code of a text',
      `export const assemble = () => assemble.constructor('return 1')();`,
      'assembly_failed',
    ],
    [
      'takes all memory',
      `export const assemble = () => { const all = []; for (;;) all.push(new Array(1e6).fill(1)); };`,
      'assembly_failed',
    ],
  ])('is rejected if it %s', async (_, source, verdict) => {
    expect(await verdictOn(source)).toBe(verdict);
  });
});
