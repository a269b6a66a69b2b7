import { expect, test } from '@jest/globals';
import { diagram } from './diagrams.js';

const SOURCE = `sequenceDiagram
  participant C as client
  participant G as gateway
  C->>G: POST /v1/consent/business/{id}/revoke
  G-->>C: 200, or {{ an error }}
`;

test('a diagram is a picture with the texts of its source, and no colours or fonts of its own', () => {
  const html = diagram(SOURCE);
  expect(html).toMatch(/^<div class="diagram"[^>]* v-pre><svg /);
  for (const text of ['client', 'gateway', 'POST /v1/consent/business/{id}/revoke']) {
    expect(html).toContain(`>${text}</text>`);
  }
  expect(html).not.toMatch(/<style|https?:(?!\/\/www\.w3\.org)|#[\da-f]{3,6}"/i);
});

test('a source that is no diagram fails the build', () => {
  expect(() => diagram('sequence of nothing')).toThrow('mermaid');
});
