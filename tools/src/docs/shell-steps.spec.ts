import { expect, test } from '@jest/globals';
import { shellSteps, unrunCommands } from './shell-steps.js';

const DOCUMENT = `# A document

<!-- not run: installs the project -->

\`\`\`console
npm ci
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

\`\`\`console
kubectl get pods
\`\`\`
`;

test('every sh block of a document is a step, with its output', () => {
  expect(shellSteps(DOCUMENT)).toEqual([
    { command: "echo '{}'\n", shown: { kind: 'json', text: '{}\n' } },
    { command: 'echo a\necho b\n' },
  ]);
});

test('a console block is not run, for the reason in the comment before it', () => {
  expect(unrunCommands(DOCUMENT)).toEqual([
    { command: 'npm ci\n', reason: 'installs the project' },
    { command: 'kubectl get pods\n', reason: undefined },
  ]);
});
