import { sentenceOf } from './phrases.js';
import type { LoggedEntry } from './logged-entry.js';
import type { NamedObject } from './sentence.js';
import type { EntryNames } from './use-entry-names.js';

/**
 * An object by kind and name; institutions and networks have names that say what they are, and a
 * record the name of its subject.
 */
export function objectText({ kind }: NamedObject, name: string | undefined): string {
  if (name === undefined) return kind;
  if (kind === 'record') return `record of ${name}`;
  return kind === 'institution' || kind === 'network' ? name : `${kind} ${name}`;
}

/** What an entry did, as text; an object without a name has its id. */
export function deedOf(entry: LoggedEntry, { nameOf }: EntryNames): string {
  return sentenceOf(entry)
    .did.map((part) => {
      if (typeof part === 'string') return part;
      const name = nameOf(part);
      return name === undefined ? `${part.kind} ${part.id}` : objectText(part, name);
    })
    .join(' ');
}
