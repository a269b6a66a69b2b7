/** Whether a disputed record is marked in an answer, or excluded, at once or once it is overdue. */
export const DISPUTED_DATA = ['mark', 'exclude', 'exclude_after_deadline'] as const;

export type DisputedData = (typeof DISPUTED_DATA)[number];
