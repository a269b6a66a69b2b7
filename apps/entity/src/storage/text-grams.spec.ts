import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useEntityService } from '../testing/entity-service.js';
import { gramsOf } from './text-grams.js';

const service = useEntityService();

describe('the index keys of a search text', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['@.', ['@.']],
    ['Ж😀é', ['Ж😀é']],
    ['mann', ['man', 'ann']],
    ['example', ['exa', 'mpl', 'ple']],
    ['aaaaaa', ['aaa']],
  ])('for %j are %j', (text, grams) => {
    expect(gramsOf(text)).toEqual(grams);
  });

  test('are among the keys of every text that contains it, whatever its characters', async () => {
    const text = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(...'a b % _ \ " { } , \' @ . é 😀'.split(' '), ' '),
          fc.string({ unit: 'binary', maxLength: 1 }),
        ),
        maxLength: 30,
      })
      .filter((candidate) => !candidate.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (before, part, after) => {
        const [row] = await service.sql<{ found: boolean }>(
          'select text_grams($1) @> $2::text[] as found',
          [before + part + after, gramsOf(part)],
        );
        expect(row).toEqual({ found: true });
      }),
    );
  });

  test('are exactly the keys of an equal text of one to three characters', async () => {
    const character = fc.constantFrom('a', 'b', '%', '😀');
    const text = fc.string({ unit: character, maxLength: 5 });
    const part = fc.string({ unit: character, minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(text, part, async (whole, sought) => {
        const [row] = await service.sql<{ found: boolean }>(
          'select text_grams($1) @> $2::text[] as found',
          [whole, gramsOf(sought)],
        );
        expect(row).toEqual({ found: whole.includes(sought) });
      }),
    );
  });
});
