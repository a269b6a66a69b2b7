/** A link of a Markdown text. */
export interface Link {
  readonly text: string;
  /** As it is written: a path from the text's own folder, a heading (`#...`), or both. */
  readonly target: string;
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Every link of a Markdown text that leads to a file of the project, or to a heading of the text itself. */
export function linksIn(markdown: string): Link[] {
  return [...markdown.matchAll(LINK)]
    .map(([, text = '', target = '']) => ({ text, target }))
    .filter(({ target }) => !/^https?:/.test(target));
}
