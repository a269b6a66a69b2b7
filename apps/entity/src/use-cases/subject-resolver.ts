import {
  countriesOf,
  IdentityConflictOpened,
  requireMember,
  type DomainError,
  type EventDeclaration,
  type Principal,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { afterCommit } from '@ndx/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ClaimFields } from '../domain/claim-input.js';
import { openConflict } from '../domain/identity-conflict.js';
import {
  resolveSubjects,
  type FoundConflict,
  type Resolution,
} from '../domain/resolve-subjects.js';
import type { Subject, SubjectKind } from '../domain/subject.js';
import { IdentityConflicts } from '../metrics/identity-conflicts.js';
import { insertConflicts, withoutKnown } from '../storage/conflict-table.js';
import { selectByIds, type IdentityTable, type Lock } from '../storage/identity-table.js';
import { retryLostRaces } from '../storage/lost-race.js';
import { relateSubjects } from '../storage/subject-relations.js';
import { answerEach, readEach, type ClaimResult } from './claim-result.js';

/** The networks of a claim; without a match, the first one gets a new identity. */
export type Networks = readonly [string, ...string[]];

/** The claiming institution. */
export interface Claimant {
  readonly entityId: string;
  /** The countries of the claim's networks. */
  readonly countries: readonly string[];
}

/** The differences between consumers and businesses here. */
export interface SubjectSource<S extends Subject, Claim, Row, State> {
  readonly type: 'consumer' | 'business';
  readonly kind: SubjectKind<S, Claim>;
  readonly table: IdentityTable<S, Row>;
  /** @throws DomainError when the fields identify no subject in those networks */
  readonly read: (fields: ClaimFields, claimant: Claimant) => Claim;
  readonly find: (
    manager: EntityManager,
    networkIds: readonly string[],
    claims: readonly Claim[],
    lock: Lock,
  ) => Promise<S[]>;
  /** @throws LostRaceError when another transaction has stored one of them meanwhile */
  readonly store: (manager: EntityManager, resolution: Resolution<S>) => Promise<void>;
  /** Published for every new subject, and for every change of its published state. */
  readonly event: EventDeclaration<State>;
  readonly stateOf: (subject: S) => State & { readonly revision: number };
}

/** Resolves claims to subjects: matched, completed, or created (design 5). */
@Injectable()
export class SubjectResolver {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    @Inject(IdentityConflicts) private readonly conflicts: IdentityConflicts,
  ) {}

  /** @throws PERMISSION_DENIED unless the caller is a member of all the networks */
  async resolve<S extends Subject, Claim, Row, State>(
    source: SubjectSource<S, Claim, Row, State>,
    principal: Principal,
    networkIds: Networks,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<S>[]> {
    const { entity_id: entityId } = principal;
    const { results, claims } = readClaims(source, principal, networkIds, inputs);
    const outcomes = await retryLostRaces(() => this.attempt(source, entityId, networkIds, claims));
    return answerEach(results, outcomes);
  }

  /**
   * The results that `resolve` would have now, by the same rules; stores and publishes nothing.
   * @throws PERMISSION_DENIED unless the caller is a member of all the networks
   */
  async check<S extends Subject, Claim, Row, State>(
    source: SubjectSource<S, Claim, Row, State>,
    principal: Principal,
    networkIds: Networks,
    inputs: readonly ClaimFields[],
  ): Promise<ClaimResult<S>[]> {
    const { results, claims } = readClaims(source, principal, networkIds, inputs);
    if (claims.length === 0) return answerEach<Claim, S>(results, []);
    const known = await source.find(this.dataSource.manager, networkIds, claims, 'unlocked');
    const resolution = resolveSubjects(source.kind, claims, known, networkIds, new Date());
    return answerEach(results, outcomesOf(resolution));
  }

  /** The existing ids in the caller's networks. */
  async lookUp<S extends Subject, Claim, Row, State>(
    source: SubjectSource<S, Claim, Row, State>,
    principal: Principal,
    ids: readonly string[],
  ): Promise<S[]> {
    const subjects = await selectByIds(this.dataSource.manager, source.table, ids);
    const networkIds = new Set(principal.memberships.map((m) => m.network_id));
    return subjects.filter(({ networkId }) => networkIds.has(networkId));
  }

  /**
   * Most claims add nothing and need no transaction. New subjects need no lock: their keys are
   * unique, so the first transaction wins. Known subjects that change are read again under a lock.
   */
  private async attempt<S extends Subject, Claim, Row, State>(
    source: SubjectSource<S, Claim, Row, State>,
    entityId: string,
    networkIds: Networks,
    claims: readonly Claim[],
  ): Promise<readonly (S | DomainError)[]> {
    if (claims.length === 0) return [];
    const plan = async (manager: EntityManager, lock: Lock) => {
      const known = await source.find(manager, networkIds, claims, lock);
      return resolveSubjects(source.kind, claims, known, networkIds, new Date());
    };
    const planned = await plan(this.dataSource.manager, 'unlocked');
    const { created, enriched, disputes } = planned;
    if (created.length + enriched.length + disputes.length === 0) {
      await relateSubjects(this.dataSource.manager, entityId, planned.related);
      return outcomesOf(planned);
    }
    return this.transactions.run(async (tx) => {
      const resolution =
        enriched.length + disputes.length === 0 ? planned : await plan(tx.manager, 'locked');
      await source.store(tx.manager, resolution);
      await relateSubjects(tx.manager, entityId, resolution.related);
      this.publish(source, tx, resolution);
      await this.openConflicts(source, tx, resolution);
      return outcomesOf(resolution);
    });
  }

  private publish<S extends Subject, Claim, Row, State>(
    { event, stateOf }: SubjectSource<S, Claim, Row, State>,
    tx: Transaction,
    { created, enriched }: Resolution<S>,
  ): void {
    const published = (subject: S) => JSON.stringify({ ...stateOf(subject), revision: 0 });
    const changed = enriched.filter(({ before, after }) => published(before) !== published(after));
    for (const subject of [...created, ...changed.map(({ after }) => after)]) {
      tx.publish(event, stateOf(subject));
    }
  }

  private async openConflicts<S extends Subject, Claim, Row, State>(
    { type }: SubjectSource<S, Claim, Row, State>,
    tx: Transaction,
    { conflicts, disputes }: Resolution<S>,
  ): Promise<void> {
    const open = ({ kind, subject, others }: FoundConflict<S>) =>
      openConflict({ subjectType: type, kind }, [subject, ...others], new Date());
    const unknown = await withoutKnown(tx.manager, disputes.map(open));
    const opened = [...conflicts.map(open), ...unknown];
    await insertConflicts(tx.manager, opened);
    for (const { id, networkId, kind, subjectIds } of opened) {
      tx.publish(IdentityConflictOpened, {
        conflict_id: id,
        network_id: networkId,
        kind,
        subject_type: type,
        subject_ids: [...subjectIds],
      });
    }
    afterCommit(tx.manager, () => this.conflicts.opened(type, opened.length));
  }
}

/** @throws PERMISSION_DENIED unless the caller is a member of all the networks */
function readClaims<S extends Subject, Claim, Row, State>(
  { read }: SubjectSource<S, Claim, Row, State>,
  principal: Principal,
  networkIds: Networks,
  inputs: readonly ClaimFields[],
) {
  for (const networkId of networkIds) requireMember(principal, networkId);
  const { entity_id: entityId } = principal;
  const claimant = { entityId, countries: countriesOf(principal, networkIds) };
  const results = readEach(inputs, (fields) => read(fields, claimant));
  return { results, claims: results.flatMap((result) => ('value' in result ? result.value : [])) };
}

function outcomesOf<S>({ subjects, refused }: Resolution<S>): readonly (S | DomainError)[] {
  return subjects.map((subject, place) => refused.get(place) ?? subject);
}
