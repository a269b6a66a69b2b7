import { decodePlace, encodePlace, invalidCursor, isPlaceTime } from '@ndx/service';
import { isUUID } from 'class-validator';
import type { SubmissionPlace } from '../storage/past-records.js';

/** The place of the last submission of a page. */
export function submissionCursor({ submittedAt, id }: SubmissionPlace): string {
  return encodePlace(submittedAt.toISOString(), id);
}

/** @throws VALIDATION_ERROR for a text that `submissionCursor` did not return */
export function submissionPlace(cursor: string): SubmissionPlace {
  const [time = '', id, ...rest] = decodePlace(cursor);
  if (id === undefined || rest.length > 0 || !isPlaceTime(time) || !isUUID(id)) {
    throw invalidCursor();
  }
  return { submittedAt: new Date(time), id };
}
