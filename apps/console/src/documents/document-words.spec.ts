import { expect, test } from '@jest/globals';
import { sizeInWords } from './document-words.js';

test.each([
  [1, '1 bytes'],
  [1_023, '1,023 bytes'],
  [1_536, '1.5 KiB'],
  [20 * 1_024 * 1_024, '20 MiB'],
])('%p bytes are %p', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
