import { expect, test } from '@jest/globals';
import { linkElement } from './links.js';

test.each([
  ['errors.md', '/errors.md'],
  ['operators/deploy.md#images', '/operators/deploy.md#images'],
  ['decisions/README.md', '/decisions/index.md'],
  ['../clients/cli', '/clients/cli/index.md'],
  ['../CHANGELOG.md', '/changelog.md'],
  ['events/asyncapi.json', '/events/asyncapi.json'],
  ['#scope', '#scope'],
  ['https://quint-lang.org', 'https://quint-lang.org'],
])('a link to %s leads to %s', (href, address) => {
  expect(linkElement(href, 'docs/integrators.md')).toEqual({
    tag: 'a',
    attributes: { href: address },
  });
});

test('a link to the OpenAPI document leads to its address at the gateway', () => {
  const { attributes } = linkElement('../apps/gateway/openapi.json', 'docs/versioning.md');
  expect(attributes).toEqual({ href: '/openapi.json', target: '_self' });
});

test('a link to a source file is its path, not a link', () => {
  expect(linkElement('../../tools/src/start.ts', 'docs/operators/deploy.md')).toEqual({
    tag: 'span',
    attributes: { class: 'source', title: 'tools/src/start.ts' },
  });
});
