/** The target of a citation: a section of a numbered document, or a decision. */
export interface Citation {
  readonly of: 'contract' | 'design' | 'replication' | 'decision';
  /** As written: `4.5`, `3`, `0034`, `37`. */
  readonly number: string;
}

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const CITED = new RegExp(
  String.raw`\b(contract|design|replication|decision)s? (${NUMBER}(?:(?:,|,? and| to) ${NUMBER}(?!\d))*)`,
  'gi',
);
const CONTINUED = /\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g;

/** Every citation in a source file or a document, also across lines of a comment. */
export function citationsIn(text: string): Citation[] {
  return [...text.replace(CONTINUED, ' ').matchAll(CITED)].flatMap(([, name = '', numbers = '']) =>
    [...numbers.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => ({
      of: name.toLowerCase() as Citation['of'],
      number,
    })),
  );
}

/**
 * The numbers that citations of a document can have: `4` and `4.5` of its headings, and `5.3` of
 * rule 3 in the numbered list of section 5.
 */
export function sectionsOf(markdown: string): Set<string> {
  const sections = new Set<string>();
  let section = '';
  for (const line of markdown.split('\n')) {
    const heading = /^#{2,3} (\d+(?:\.\d+)?)\b/.exec(line)?.[1];
    if (heading !== undefined) sections.add((section = heading));
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined && section !== '') sections.add(`${section}.${rule}`);
  }
  return sections;
}

/** The anchors of a document's headings, in GitHub's format. */
export function anchorsOf(markdown: string): Set<string> {
  return new Set(
    [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
