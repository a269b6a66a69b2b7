/** A command in a document. */
export interface ShellStep {
  readonly command: string;
  /** The documented output, if it follows the command. */
  readonly shown?: { readonly kind: 'json' | 'text'; readonly text: string };
}

/** Commands that no test runs. */
export interface UnrunCommand {
  readonly command: string;
  /** Why not; undefined where the document does not say it. */
  readonly reason: string | undefined;
}

/** The documents whose `sh` blocks an end-to-end test runs: in `npm test`, and in `test:full`. */
export const RUN_DOCUMENTS = {
  always: [
    ...['README.md', 'docs/policies.md', 'clients/cli/README.md'],
    'docs/operators/onboard.md',
    // In this order: the second queries what the first has furnished.
    ...['docs/quickstart-furnish.md', 'docs/quickstart-query.md', 'docs/quickstart-govern.md'],
  ],
  /** The guide of integrators, whose pages share the variables of one shell, in this order. */
  inOneShell: [
    ...['docs/integrators.md', 'docs/tokens.md', 'docs/requests.md', 'docs/visible-data.md'],
    ...['docs/templates.md', 'docs/explanations.md', 'docs/sandbox-clock.md'],
  ],
  onANewMachine: ['docs/first-day.md'],
  onKafka: ['docs/billing.md'],
  withKeycloak: ['docs/operators/keycloak.md'],
  withSoftHsm: ['docs/operators/hsm.md'],
  inFullRun: ['docs/sandbox.md', 'docs/operators/investigate.md'],
} as const;

const BLOCK = /^(?:<!-- not run: ([^\n]+) -->\n+)?```(\w+)\n(.*?)^```$/gms;

/**
 * The commands of a document, in order: its `sh` blocks, each with the `json` or `text` block that
 * follows it.
 */
export function shellSteps(markdown: string): ShellStep[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap(({ kind, text: command }, index) => {
    if (kind !== 'sh') return [];
    const { kind: shown, text = '' } = blocks[index + 1] ?? {};
    const isShown = shown === 'json' || shown === 'text';
    return [{ command, ...(isShown && { shown: { kind: shown, text } }) }];
  });
}

/**
 * The `console` blocks of a document: commands that need something that the tests do not have, such
 * as a cluster. The comment `<!-- not run: … -->` before a block gives the reason.
 */
export function unrunCommands(markdown: string): UnrunCommand[] {
  return blocksOf(markdown)
    .filter(({ kind }) => kind === 'console')
    .map(({ text: command, reason }) => ({ command, reason }));
}

/** The texts of the blocks of one kind, such as `ts`, in order. */
export function blocksOfKind(markdown: string, wanted: string): string[] {
  return blocksOf(markdown)
    .filter(({ kind }) => kind === wanted)
    .map(({ text }) => text);
}

function blocksOf(markdown: string) {
  return [...markdown.matchAll(BLOCK)].map(([, reason, kind = '', text = '']) => ({
    reason,
    kind,
    text,
  }));
}
