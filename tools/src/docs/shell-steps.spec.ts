import { expect, test } from '@jest/globals';
import { shellSteps } from './shell-steps.js';

const DOCUMENT = `# A document

\`\`\`sh
npm ci && npm start
\`\`\`

## First

\`\`\`sh
echo '{}'
\`\`\`

It answers:

\`\`\`json
{}
\`\`\`

\`\`\`ts
const x = 1;
\`\`\`

## Second

\`\`\`sh
echo a
echo b
\`\`\`
`;

test('every command of a document that is not about setting up is a step, with its answer', () => {
  expect(shellSteps(DOCUMENT)).toEqual([
    { command: "echo '{}'\n", shown: { kind: 'json', text: '{}\n' } },
    { command: 'echo a\necho b\n' },
  ]);
});

test('the steps of one section are those under its heading', () => {
  expect(shellSteps(DOCUMENT, 'Second')).toEqual([{ command: 'echo a\necho b\n' }]);
  expect(() => shellSteps(DOCUMENT, 'Third')).toThrow('there is no heading Third');
});
