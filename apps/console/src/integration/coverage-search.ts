import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';

const OF_SUBJECT = 'A UUID, as the API returned it. The page of a subject has it too.';

/** How a check names its subject, the member of the request, and where the reader finds the id. */
export const SUBJECT_KINDS = {
  consent: {
    member: 'consent_id',
    name: 'Consent',
    label: 'Consent id',
    hint: 'A UUID, as the API returned it. The page of a consent has it too, under Subjects.',
  },
  business: {
    member: 'business_id',
    name: 'Business',
    label: 'Business id',
    hint: OF_SUBJECT,
  },
  consumer: {
    member: 'consumer_id',
    name: 'Consumer',
    label: 'Consumer id',
    hint: OF_SUBJECT,
  },
} as const;

export type SubjectKind = keyof typeof SUBJECT_KINDS;

/** The checked product, by its slug, and the subject; in the address, so that a link repeats the check. */
export const readCoverageSearch = searchReader({
  product: text,
  subject: oneOf(Object.keys(SUBJECT_KINDS) as readonly SubjectKind[]),
  id: text,
});

export type CoverageSearch = SearchOf<typeof readCoverageSearch>;
