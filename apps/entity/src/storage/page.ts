/** A slice of a list that is ordered by id: at most `limit` of those behind `after`. */
export interface Page {
  readonly limit: number;
  readonly after?: string | undefined;
}
