/** The committed document differs from the code. */
export class StaleDocument extends Error {
  /** @param command that writes the document */
  constructor(document: string, command: string) {
    super(`${document} is not what the code says: run \`${command}\` and commit it.`);
  }
}
