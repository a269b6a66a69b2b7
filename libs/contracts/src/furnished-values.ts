/** Numbers of records are in steps of this size: an exact one could show a subject's value (decision 0116). */
export const COUNT_STEP = 10;

/** Most records of a section whose values are counted. */
export const MAX_COUNTED_RECORDS = 10_000;
