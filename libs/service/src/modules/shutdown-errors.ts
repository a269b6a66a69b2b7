import { closeInOrder, throwFaults, type Close } from '../boot/close-resources.js';

/**
 * What failed while an application shut down. Nest logs an error of a shutdown hook and continues;
 * hooks that release something report here, so that the process ends with an error too.
 */
export class ShutdownErrors {
  private readonly errors: unknown[] = [];

  /** Runs the steps in order, each also when one before it failed. It never rejects. */
  async collect(...steps: readonly Close[]): Promise<void> {
    try {
      await closeInOrder(...steps);
    } catch (error) {
      this.errors.push(error);
    }
  }

  /** @throws what was collected, an AggregateError when several steps failed */
  throwAny(): void {
    throwFaults(this.errors);
  }
}
