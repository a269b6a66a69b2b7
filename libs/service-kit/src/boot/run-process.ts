import { ConfigurationError } from '../config/service-config.js';

/**
 * Runs a whole process and ends it: with status 0, or with 1 and what went wrong. What is wrong
 * with the environment is said in one message, without a stack.
 */
export async function runProcess(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
