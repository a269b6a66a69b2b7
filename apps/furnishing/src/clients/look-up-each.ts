import type { NamedSubject } from '../domain/candidate.js';

export type Identity = Readonly<Record<string, unknown>>;

/** How to find subjects that are named by id, and businesses and consumers by identity. */
export interface Lookups<Found> {
  byId(ids: readonly string[]): Promise<readonly Found[]>;
  businesses(identities: readonly Identity[]): Promise<readonly Found[]>;
  consumers(identities: readonly Identity[]): Promise<readonly Found[]>;
}

/** Finds the subjects, in order; one call for each kind of name that occurs, concurrently. */
export async function lookUpEach<Found extends object>(
  subjects: readonly NamedSubject[],
  lookups: Lookups<Found>,
): Promise<Found[]> {
  const found = new Map<NamedSubject, Found>();
  const byId = subjects.filter((subject) => 'id' in subject);
  const identified = subjects.filter((subject) => 'identity' in subject);
  const keep = async <Name>(
    named: readonly NamedSubject[],
    names: readonly Name[],
    lookUp: (names: readonly Name[]) => Promise<readonly Found[]>,
  ) => {
    if (named.length === 0) return;
    const answers = await lookUp(names);
    for (const [place, subject] of named.entries()) found.set(subject, answerAt(answers, place));
  };
  const keepKind = (
    kind: NamedSubject['kind'],
    lookUp: (identities: readonly Identity[]) => Promise<readonly Found[]>,
  ) => {
    const named = identified.filter((subject) => subject.kind === kind);
    const identities = named.map(({ identity }) => ({ ...identity }));
    return keep(named, identities, lookUp);
  };
  await Promise.all([
    keep(
      byId,
      byId.map(({ id }) => id),
      (ids) => lookups.byId(ids),
    ),
    keepKind('business', (identities) => lookups.businesses(identities)),
    keepKind('consumer', (identities) => lookups.consumers(identities)),
  ]);
  return subjects.flatMap((subject) => found.get(subject) ?? []);
}

function answerAt<Found extends object>(answers: readonly Found[], place: number): Found {
  const answer = answers[place];
  if (answer === undefined) throw new Error('entity did not answer for each subject');
  return answer;
}
