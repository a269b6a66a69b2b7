/** A command finished with a negative result: printed as one message, without a stack. */
export class ReportedFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReportedFailure';
  }
}
