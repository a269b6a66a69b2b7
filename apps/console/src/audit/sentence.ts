import type { LinkProps } from '@tanstack/react-router';

/** What an entry can name; each kind is shown by its name where the reader may know it. */
export type ObjectKind =
  | 'account'
  | 'attestation'
  | 'business'
  | 'consent'
  | 'consumer'
  | 'dispute'
  | 'furnishing policy'
  | 'identity conflict'
  | 'institution'
  | 'invitation'
  | 'network'
  | 'notice endpoint'
  | 'product'
  | 'query'
  | 'querying policy'
  | 'record'
  | 'search'
  | 'simulation'
  | 'subject';

export interface NamedObject {
  readonly kind: ObjectKind;
  readonly id: string;
  /** Its page, where the id alone does not say it. */
  readonly link?: LinkProps;
}

/** Words, or something that is shown by its name. */
export type Part = string | NamedObject;

/** An entry as a sentence, of which the account is the beginning. */
export interface Sentence {
  /** The institution that acted, where the event names it. */
  readonly by?: string | undefined;
  /** What it did, in the past tense. */
  readonly did: readonly Part[];
  /** Other objects of the event. */
  readonly also?: readonly NamedObject[];
}

/** An event, with the members that the reader may read. */
export interface ReadEvent {
  /** The resource that it is about. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Phrase = (event: ReadEvent) => Sentence;

/** A member that is a text; undefined without it. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The objects of a sentence, without duplicates: first the institution that acted. */
export function objectsOf({ by, did, also = [] }: Sentence): readonly NamedObject[] {
  const named = did.filter((part) => typeof part !== 'string');
  const actor: readonly NamedObject[] = by === undefined ? [] : [{ kind: 'institution', id: by }];
  const objects = new Map([...actor, ...named, ...also].map((one) => [one.id, one]));
  return [...objects.values()];
}
