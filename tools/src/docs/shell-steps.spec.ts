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

test('every command of a document except setup is a step, with its output', () => {
  expect(shellSteps(DOCUMENT)).toEqual([
    { command: "echo '{}'\n", shown: { kind: 'json', text: '{}\n' } },
    { command: 'echo a\necho b\n' },
  ]);
});

test('the steps of one section are the ones under its heading', () => {
  expect(shellSteps(DOCUMENT, 'Second')).toEqual([{ command: 'echo a\necho b\n' }]);
  expect(() => shellSteps(DOCUMENT, 'Third')).toThrow('there is no heading Third');
});
