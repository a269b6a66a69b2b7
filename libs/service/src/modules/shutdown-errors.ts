import { closeInOrder, throwFaults, type Close } from './close-resources.js';

/**
 * Errors during the shutdown of an application. Nest logs an error of a shutdown hook and
 * continues; hooks that release resources report here, so that the process ends with an error.
 */
export class ShutdownErrors {
  private readonly errors: unknown[] = [];

  /** Runs the steps in order; continues when one fails. It never rejects. */
  async collect(...steps: readonly Close[]): Promise<void> {
    try {
      await closeInOrder(...steps);
    } catch (error) {
      this.errors.push(error);
    }
  }

  /** @throws the collected error, an AggregateError of several */
  throwAny(): void {
    throwFaults(this.errors);
  }
}
