/** The committed document says something else than the code. */
export class StaleDocument extends Error {
  constructor() {
    super('The OpenAPI document is not what the code says: run `npm run openapi` and commit it.');
  }
}
