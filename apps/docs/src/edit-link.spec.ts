import { expect, test } from '@jest/globals';
import { editLink } from './edit-link.js';

test('pages link to their source in the repository that the build names', () => {
  const link = {
    editLink: { pattern: 'https://git.example/edit/main/:path', text: 'Edit this page' },
  };
  expect(editLink('https://git.example/edit/main')).toEqual(link);
  expect(editLink('https://git.example/edit/main/')).toEqual(link);
});

test.each([undefined, ''])('without an address (%j) pages have no link', (address) => {
  expect(editLink(address)).toBeUndefined();
});

test.each(['git.example/edit', 'javascript:alert(1)', 'https://'])(
  'the build fails for %s, which is no address',
  (address) => {
    expect(() => editLink(address)).toThrow('DOCS_EDIT_URL');
  },
);
