/** A link of a Markdown text. */
export interface Link {
  readonly text: string;
  /** The target as written: a path from the text's own folder, a heading (`#...`), or both. */
  readonly target: string;
}

const LINK = /\[([^[\]]+)\]\(([^)\s]+)\)/g;

/** The links of a Markdown text to files of the project, or to its own headings. */
export function linksIn(markdown: string): Link[] {
  return [...markdown.matchAll(LINK)]
    .map(([, text = '', target = '']) => ({ text, target }))
    .filter(({ target }) => !/^https?:/.test(target));
}
