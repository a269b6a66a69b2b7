export const SUBJECT_KINDS = ['business', 'consumer'] as const;

export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The kind of subject in an address. Any other text is a business, which the server does not find. */
export function subjectKindOf(text: string): SubjectKind {
  return text === 'consumer' ? 'consumer' : 'business';
}
