/** A command did its work, and what it found is a failure: one message, without a stack. */
export class ReportedFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReportedFailure';
  }
}
