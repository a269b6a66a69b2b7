import type { NoticeKind } from '@ndx/client';

/** What a notice of each kind states about an answer. */
export const KIND_WORDS: Readonly<Record<NoticeKind, string>> = {
  changed: 'The answer of today is another one.',
  withdrawn: 'A record that the answer used was withdrawn.',
  disputed: 'A record that the answer used is disputed.',
  dispute_decided: 'A dispute of a record that the answer used was decided.',
  no_longer_issuable: 'There is no answer today.',
  consent_ended: 'There is no answer today, because of the consent.',
  expires_soon: 'Within 30 days there will be another answer, or none.',
  separated: 'Parts of the business belong to another one.',
};

export const NOTICE_KINDS = Object.keys(KIND_WORDS) as NoticeKind[];

/** The kinds after which the query has no result. */
export const HAVE_NO_ANSWER: ReadonlySet<NoticeKind> = new Set([
  'no_longer_issuable',
  'consent_ended',
]);
