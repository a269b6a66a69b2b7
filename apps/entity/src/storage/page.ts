/** A page of a list ordered by id: at most `limit` items after `after`. */
export interface Page {
  readonly limit: number;
  readonly after?: string | undefined;
}
