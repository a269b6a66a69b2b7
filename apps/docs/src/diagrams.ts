import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** Its fonts are on another host; the theme has the style of diagrams. */
const STYLE = /<style>[^]*?<\/style>/;
const COLORS = / style="[^"]*"/;

/**
 * The picture of a diagram in the language of Mermaid. Its colours are variables of the theme, light and
 * dark.
 * @throws when the source is not a diagram
 */
export function diagram(source: string): string {
  const svg = renderMermaidSVG(source).replace(STYLE, '').replace(COLORS, '');
  // On a narrow screen it is scrolled, also with the keyboard.
  return `<div class="diagram" role="group" aria-label="Diagram" tabindex="0" v-pre>${svg}</div>\n`;
}

/** Shows blocks of Mermaid as diagrams, and other code as before. */
export function diagrams({ renderer: { rules } }: MarkdownRenderer): void {
  const { fence } = rules;
  rules.fence = (tokens, index, ...others) => {
    const token = tokens[index];
    if (token?.info.trim() === 'mermaid') return diagram(token.content);
    return fence?.(tokens, index, ...others) ?? '';
  };
}
