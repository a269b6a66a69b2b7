import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { ROOT, sitePath } from './pages.js';

/** The index of the documents, whose sections are the roles of readers. */
const INDEX = 'docs/README.md';
const DECISIONS = 'docs/decisions/README.md';
/** The modules of the TypeScript client, which TypeDoc lists. */
const SDK = 'clients/typescript/reference/README.md';

const LINK = /\[([^[\]]+)\]\(([^()#]+\.md)(#[^()]+)?\)/g;

interface Item {
  readonly text: string;
  readonly link: string;
}

export interface Section {
  readonly title: string;
  /** The first line, `[text](link): description`. */
  readonly firstStep: Item & { readonly description: string };
  readonly items: readonly Item[];
}

/** The sections of an index with the pages that their lists link to. */
export function sectionsOf(index: string): readonly Section[] {
  const [, ...sections] = read(index).split(/^## /m);
  return sections.map((section) => {
    const [heading = '', , first = '', ...lines] = section.split('\n');
    const [step = { text: '', link: '' }] = linksIn(first, index);
    const listed = [first, ...lines].filter((line) => line.startsWith('- ')).join('\n');
    return {
      title: capitalized(heading.replace(/^For /, '')),
      firstStep: { ...step, description: capitalized(first.split(': ')[1] ?? '') },
      items: linksIn(listed, index),
    };
  });
}

/** The links of a text to documents; a link to a whole document has its title. */
export function linksIn(text: string, document: string): readonly Item[] {
  return [...text.matchAll(LINK)].map(([, label = '', path = '', anchor = '']) => {
    const file = posix.join(posix.dirname(document), path);
    return {
      text: anchor === '' ? titleOf(file) : label,
      link: `/${sitePath(file).replace(/index\.md$/, '')}${anchor}`,
    };
  });
}

/** The navigation beside every page, by role; a decision and a module of the SDK have their own lists. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const groups = (index: string) =>
    sectionsOf(index).map(({ title, items }) => ({ text: title, items: [...items] }));
  const all = { text: 'All documents', link: '/' };
  return {
    '/': groups(INDEX),
    '/decisions/': [all, ...groups(DECISIONS)],
    '/clients/typescript/reference/': [all, ...groups(SDK)],
  };
}

/** The front matter of the home page: each role with its first step. */
export function home(): Readonly<Record<string, unknown>> {
  const [heading = '', introduction = ''] = read(INDEX).split('\n\n');
  return {
    layout: 'Roles',
    sidebar: false,
    hero: { text: heading.replace('# ', ''), tagline: introduction },
    features: sectionsOf(INDEX).map(({ title, firstStep }) => ({
      title,
      details: firstStep.description,
      link: firstStep.link,
      linkText: firstStep.text,
    })),
  };
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(read(file))?.[1] ?? file;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
