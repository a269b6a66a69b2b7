import type { DomainError } from '@ndx/contracts';
import type { Subject, SubjectKind } from './subject.js';

/** A new subject, and the others that it shares an identifier with. */
export interface FoundConflict<S> {
  readonly subject: S;
  readonly others: readonly S[];
}

/** Which subject each claim is about, and what has to be stored for that to be so. */
export interface Resolution<S> {
  /** One for each claim, in their order. */
  readonly subjects: readonly S[];
  /** By the place of its claim, why the subject takes no more; it stays as it is. */
  readonly refused: ReadonlyMap<number, DomainError>;
  readonly created: readonly S[];
  readonly enriched: readonly { readonly before: S; readonly after: S }[];
  readonly conflicts: readonly FoundConflict<S>[];
}

/**
 * Matches claims with what is known, in the first of the networks that has a match, and creates
 * the rest in the first network. Claims of one batch about the same subject meet (design 5).
 * @param known every subject of these networks that shares a key or an identifier with a claim, and
 *   those that such subjects were merged into
 */
export function resolveSubjects<S extends Subject, Claim>(
  kind: SubjectKind<S, Claim>,
  claims: readonly Claim[],
  known: readonly S[],
  networkIds: readonly [string, ...string[]],
  now: Date,
): Resolution<S> {
  const before = new Map(known.map((subject) => [subject.id, subject]));
  const current = new Map(before);
  const holders = new Map<string, string>();
  const put = (subject: S) => {
    current.set(subject.id, subject);
    if (subject.mergedInto !== null) return;
    for (const key of [...kind.keysOf(subject), ...subject.absorbed]) {
      const held = slot(subject.networkId, key);
      if (!holders.has(held)) holders.set(held, subject.id);
    }
  };
  known.forEach(put);

  const refused = new Map<number, DomainError>();
  const ids = claims.map((claim, place) => {
    const match = firstMatch(kind.keysOf(claim), networkIds, holders);
    const subject = match === undefined ? undefined : current.get(match);
    const isFree = (networkId: string) => (key: string) => !holders.has(slot(networkId, key));
    const refusal = subject && kind.refusalOf?.(subject, claim, isFree(subject.networkId));
    if (refusal) {
      refused.set(place, refusal);
      return subject.id;
    }
    const resolved = subject
      ? kind.enrich(subject, claim, isFree(subject.networkId), now)
      : kind.create(claim, networkIds[0], now, [...current.values()]);
    if (resolved !== subject) put(resolved);
    return resolved.id;
  });
  return { ...settle(kind, ids, before, current), refused };
}

function firstMatch(
  keys: readonly string[],
  networkIds: readonly string[],
  holders: ReadonlyMap<string, string>,
): string | undefined {
  return networkIds
    .flatMap((networkId) => keys.map((key) => holders.get(slot(networkId, key))))
    .find((id) => id !== undefined);
}

/** However often a batch has changed a subject, it is one change. */
function settle<S extends Subject, Claim>(
  kind: SubjectKind<S, Claim>,
  ids: readonly string[],
  before: ReadonlyMap<string, S>,
  current: ReadonlyMap<string, S>,
): Omit<Resolution<S>, 'refused'> {
  const settled = new Map<string, S>();
  const created: S[] = [];
  const enriched: { before: S; after: S }[] = [];
  for (const [id, subject] of current) {
    const old = before.get(id);
    const after = old && old !== subject ? { ...subject, revision: old.revision + 1 } : subject;
    settled.set(id, after);
    if (!old) created.push(after);
    else if (old !== subject) enriched.push({ before: old, after });
  }
  const all = [...settled.values()];
  const conflicts = created
    .map((subject) => ({ subject, others: kind.conflictsOf(subject, all) }))
    .filter(({ others }) => others.length > 0);
  return { subjects: ids.flatMap((id) => settled.get(id) ?? []), created, enriched, conflicts };
}

function slot(networkId: string, key: string): string {
  return `${networkId} ${key}`;
}
