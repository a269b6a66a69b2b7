import type { Subject } from '@ndx/catalog';
import { invalid, notFound, type ConsentState } from '@ndx/contracts';

/** A subject in product-query's read model. */
export interface KnownSubject {
  readonly networkId: string;
  /** The same in all networks for the same subject. */
  readonly matchHashes: readonly string[];
}

export interface SubjectRequest {
  readonly subjectType: Subject;
  readonly networkIds: readonly string[];
  /** The subject id in the request, if any. */
  readonly subjectId: string | undefined;
}

/** The request has neither a consent nor an id of the right kind of subject (contract 4.5, 7.5). */
export const notIdentified = () =>
  invalid(
    'subject_not_identified',
    'the subject is not identified: consent_id or consumer_id must be given (consent_id or business_id for a business)',
  );

/**
 * The subject id of a request: the given one, else the consent's.
 * @throws RESOURCE_NOT_FOUND when no requested network has it, VALIDATION_ERROR when none is
 *   given, or the given one is not the subject of the consent
 */
export function subjectOf(
  { subjectType, subjectId, networkIds }: SubjectRequest,
  subject: KnownSubject | undefined,
  consent: ConsentState | undefined,
): string {
  if (subjectId === undefined) {
    const consented = subjectType === 'business' ? consent?.business_id : consent?.consumer_id;
    if (consented) return consented;
    throw notIdentified();
  }
  if (!subject || !networkIds.includes(subject.networkId))
    throw notFound('subject_not_found', `${subjectType} not found`);
  if (consent && !consent.match_hashes.some((hash) => subject.matchHashes.includes(hash))) {
    throw invalid(
      'subject_mismatch',
      `the consent is not for the ${subjectType} in ${subjectType}_id`,
    );
  }
  return subjectId;
}
