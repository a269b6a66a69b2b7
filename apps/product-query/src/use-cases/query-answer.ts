/** What a query leaves with its caller. */
export interface QueryAnswer {
  readonly queryEventId: string;
  /** JSON text; undefined when nothing satisfied the policy (204). */
  readonly body: string | undefined;
}
