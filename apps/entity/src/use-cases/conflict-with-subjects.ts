import type { EntityManager } from 'typeorm';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';
import type { IdentityConflict } from '../domain/identity-conflict.js';
import { inOrder } from '../domain/statements.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { selectByIds } from '../storage/identity-table.js';

/** The evidence for a governor: the statements in which two subjects differ. */
interface Said {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly dateOfBirth: string | null;
  readonly legalName: string | null;
  readonly einLastFour: string | null;
}

interface SubjectOfConflict {
  readonly id: string;
  readonly identifier: string;
  readonly mergedInto: string | null;
  readonly createdAt: Date;
  readonly stated: readonly { readonly entityId: string; readonly said: Said }[];
}

export interface ConflictWithSubjects extends IdentityConflict {
  readonly subjects: readonly SubjectOfConflict[];
}

/** A conflict with its subjects, as the transaction of the manager has them. */
export async function withSubjects(
  manager: EntityManager,
  conflict: IdentityConflict,
): Promise<ConflictWithSubjects> {
  return withThese(conflict, await subjectsOf(manager, [conflict]));
}

/** Conflicts with their subjects, as the transaction of the manager has them. */
export async function eachWithSubjects(
  manager: EntityManager,
  conflicts: readonly IdentityConflict[],
): Promise<ConflictWithSubjects[]> {
  const subjects = await subjectsOf(manager, conflicts);
  return conflicts.map((conflict) => withThese(conflict, subjects));
}

type Subjects = ReadonlyMap<string, SubjectOfConflict>;

async function subjectsOf(
  manager: EntityManager,
  conflicts: readonly IdentityConflict[],
): Promise<Subjects> {
  const idsOf = (type: IdentityConflict['subjectType']) =>
    conflicts.flatMap((each) => (each.subjectType === type ? each.subjectIds : []));
  const consumers = await selectByIds(manager, CONSUMER_TABLE, idsOf('consumer'));
  const businesses = await selectByIds(manager, BUSINESS_TABLE, idsOf('business'));
  return new Map(
    [...consumers.map(ofConsumer), ...businesses.map(ofBusiness)].map((one) => [one.id, one]),
  );
}

function withThese(conflict: IdentityConflict, subjects: Subjects): ConflictWithSubjects {
  return { ...conflict, subjects: conflict.subjectIds.flatMap((id) => subjects.get(id) ?? []) };
}

function ofConsumer({ statements, ...subject }: Consumer): SubjectOfConflict {
  const stated = inOrder(statements).map(({ entityId, said }) => ({
    entityId,
    said: { ...said, legalName: null, einLastFour: null },
  }));
  return { ...subject, stated };
}

function ofBusiness({ statements, ...subject }: Business): SubjectOfConflict {
  const none = { firstName: null, lastName: null, dateOfBirth: null };
  const stated = inOrder(statements).map(({ entityId, said }) => ({
    entityId,
    said: { ...none, ...said },
  }));
  return { ...subject, stated };
}
