/** The committed document says something else than the code. */
export class StaleDocument extends Error {
  /** @param command writes the document anew */
  constructor(document: string, command: string) {
    super(`${document} is not what the code says: run \`${command}\` and commit it.`);
  }
}
