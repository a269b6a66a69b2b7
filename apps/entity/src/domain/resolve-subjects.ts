import type { DomainError } from '@ndx/contracts';
import type { Subject, SubjectKind } from './subject.js';

/** A new subject, and the other subjects that have one of its identifiers. */
export interface FoundConflict<S> {
  readonly subject: S;
  readonly others: readonly S[];
}

/** The subject of each claim, and the changes to store. */
export interface Resolution<S> {
  /** One for each claim, in order. */
  readonly subjects: readonly S[];
  /**
   * By claim index: the error of a claim that exceeds the bounds of its subject, which stays
   * unchanged.
   */
  readonly refused: ReadonlyMap<number, DomainError>;
  readonly created: readonly S[];
  readonly enriched: readonly { readonly before: S; readonly after: S }[];
  readonly conflicts: readonly FoundConflict<S>[];
}

/**
 * Matches claims with known subjects, in the first of the networks that has a match, and creates
 * the others in the first network. Claims of one batch about the same subject match each other
 * (design 5).
 * @param known every subject of these networks that shares a key or an identifier with a claim, and
 *   the subjects into which such subjects were merged
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

/** Several changes of a subject in a batch are one change. */
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
