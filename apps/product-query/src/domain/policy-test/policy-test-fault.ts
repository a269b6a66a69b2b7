/** A file of a test, or of its policy, that cannot be run: the member, the rule and the value. */
export class PolicyTestFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PolicyTestFault';
  }
}
