import { invalid, type DomainError, type IdentityConflictKind } from '@ndx/contracts';
import type { Difference, Others, Subject, SubjectKind } from './subject.js';

/**
 * A subject, and the other subjects that have an identifier of it or of a claim about it; none where
 * a claim differs from what is known of it.
 */
export interface FoundConflict<S> {
  readonly kind: IdentityConflictKind;
  readonly subject: S;
  readonly others: readonly S[];
}

/** The subject of each claim, and the changes to store. */
export interface Resolution<S> {
  /** One for each claim, in order. */
  readonly subjects: readonly S[];
  /**
   * The error by index of a claim that exceeds the bounds of its subject, which stays
   * unchanged.
   */
  readonly refused: ReadonlyMap<number, DomainError>;
  /** The subjects that claims which were not refused match, in every network; each once. */
  readonly related: readonly S[];
  readonly created: readonly S[];
  readonly enriched: readonly { readonly before: S; readonly after: S }[];
  /** Conflicts of new subjects. */
  readonly conflicts: readonly FoundConflict<S>[];
  /** Conflicts of a claim that names several known subjects; each may have been opened before. */
  readonly disputes: readonly FoundConflict<S>[];
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
  const related = new Set<string>();
  const disputed = new Map<string, Set<string>>();
  const differing = new Map<Difference, Set<string>>();
  const ids = claims.map((claim, place) => {
    const keys = kind.keysOf(claim);
    const matchesIn = (networkId: string) =>
      keys
        .flatMap((key) => current.get(holders.get(slot(networkId, key)) ?? '') ?? [])
        .filter((held) => !kind.contradicts?.(held, claim));
    const named = namedSubject(kind, claim, networkIds, current);
    const subject = named ?? networkIds.flatMap(matchesIn)[0];
    const others: Others<S> = {
      known: [...current.values()].filter(
        ({ networkId }) => networkId === (subject?.networkId ?? networkIds[0]),
      ),
      isFree: (key) => !holders.has(slot(subject?.networkId ?? networkIds[0], key)),
    };
    const isSeparated = (kind.separatedKeysOf?.(claim) ?? []).some((key) => {
      const holder = named && holders.get(slot(named.networkId, key));
      return holder !== undefined && holder !== named?.id;
    });
    const refusal =
      named && (isSeparated || kind.contradicts?.(named, claim))
        ? invalid(
            'subject_mismatch',
            'the identity contradicts what is known of the subject with that id',
          )
        : subject && kind.refusalOf?.(subject, claim, others);
    if (subject && refusal) {
      refused.set(place, refusal);
      return subject.id;
    }
    const resolved = subject
      ? kind.enrich(subject, claim, others, now)
      : kind.create(claim, networkIds[0], now, others);
    if (resolved !== subject) put(resolved);
    related.add(resolved.id);
    for (const networkId of networkIds) {
      const [same] = matchesIn(networkId);
      if (same) related.add(same.id);
    }
    for (const one of (subject && kind.differencesOf?.(subject, claim, others)) ?? []) {
      differing.set(one, new Set([...(differing.get(one) ?? []), resolved.id]));
    }
    const rivals = subject
      ? [
          ...matchesIn(resolved.networkId),
          ...(kind.disputesOf?.(resolved, claim, others.known) ?? []),
        ]
          .map(({ id, mergedInto }) => mergedInto ?? id)
          .filter((id) => id !== resolved.id)
      : [];
    if (rivals.length > 0) {
      disputed.set(resolved.id, new Set([...(disputed.get(resolved.id) ?? []), ...rivals]));
    }
    return resolved.id;
  });
  const { settled, ...changes } = settle(kind, before, current);
  const settledOf = (each: Iterable<string>) => [...each].flatMap((id) => settled.get(id) ?? []);
  const own = [...differing].flatMap(([difference, ids]) =>
    settledOf(ids).map((subject) => ({ kind: difference, subject, others: [] })),
  );
  const shared = [...disputed].flatMap(([id, others]) =>
    settledOf([id]).map((subject) => ({ kind: SHARED, subject, others: settledOf(others) })),
  );
  const disputes = [...shared, ...own];
  return { subjects: settledOf(ids), related: settledOf(related), refused, ...changes, disputes };
}

const SHARED = 'shared_identifier' as const;

/** The subject with the id in a claim, or the subject into which it was merged, if they share a key. */
function namedSubject<S extends Subject, Claim>(
  kind: SubjectKind<S, Claim>,
  claim: Claim,
  networkIds: readonly string[],
  current: ReadonlyMap<string, S>,
): S | undefined {
  const id = kind.subjectIdOf(claim);
  const named = id === null ? undefined : current.get(id);
  const subject = named?.mergedInto ? current.get(named.mergedInto) : named;
  if (!subject || !networkIds.includes(subject.networkId)) return undefined;
  const keys = new Set([...kind.keysOf(subject), ...subject.absorbed]);
  return kind.keysOf(claim).some((key) => keys.has(key)) ? subject : undefined;
}

/** Several changes of a subject in a batch are one change. */
function settle<S extends Subject, Claim>(
  kind: SubjectKind<S, Claim>,
  before: ReadonlyMap<string, S>,
  current: ReadonlyMap<string, S>,
): Pick<Resolution<S>, 'created' | 'enriched' | 'conflicts'> & {
  readonly settled: ReadonlyMap<string, S>;
} {
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
    .map((subject) => {
      const earlier = all
        .slice(0, all.indexOf(subject))
        .filter(({ networkId }) => networkId === subject.networkId);
      const others = kind
        .conflictsOf(subject, earlier)
        .flatMap(({ id, mergedInto }) => settled.get(mergedInto ?? id) ?? []);
      return { kind: SHARED, subject, others: [...new Set(others)] };
    })
    .filter(({ others }) => others.length > 0);
  return { settled, created, enriched, conflicts };
}

function slot(networkId: string, key: string): string {
  return `${networkId} ${key}`;
}
