/** A table whose rows have a retention. */
export interface ExpiringRows {
  /** The name of the rows in the log. */
  readonly table: string;
  /**
   * Deletes at most so many expired rows, in one statement. Replicas call it concurrently, so it
   * skips locked rows.
   * @returns the number of deleted rows
   */
  deleteExpired(limit: number): Promise<number>;
}
