/** A command in a document. */
export interface ShellStep {
  readonly command: string;
  /** The documented output, if it follows the command. */
  readonly shown?: { readonly kind: 'json' | 'text'; readonly text: string };
}

const BLOCK = /^```(\w+)\n(.*?)^```$/gms;

/** The beginnings of commands that install or start something, which tests have done already. */
const SETTING_UP = /^(npm (ci|start|test)\b|export )/;

/**
 * The commands of a document, in order: its `sh` blocks, each with the `json` or `text` block that
 * follows it.
 * @param section the heading to read; default: the whole document
 * @throws Error when there is no such heading
 */
export function shellSteps(markdown: string, section?: string): ShellStep[] {
  const blocks = [...partOf(markdown, section).matchAll(BLOCK)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text: command }, index) => {
    if (kind !== 'sh' || SETTING_UP.test(command)) return [];
    const { kind: shown, text = '' } = blocks[index + 1] ?? {};
    const isShown = shown === 'json' || shown === 'text';
    return [{ command, ...(isShown && { shown: { kind: shown, text } }) }];
  });
}

function partOf(markdown: string, section: string | undefined): string {
  if (section === undefined) return markdown;
  const [, ...parts] = markdown.split(/^(?=## )/m);
  const part = parts.find((text) => text.startsWith(`## ${section}\n`));
  if (part === undefined) throw new Error(`there is no heading ${section}`);
  return part;
}
