import { ConfigurationError, untilAskedToStop } from '@ndx/service-kit';
import { bootGateway } from './boot-gateway.js';

/** The whole entry point of the gateway. A faulty environment is told without a stack. */
export async function runGateway(): Promise<void> {
  try {
    const gateway = await bootGateway(process.env);
    await untilAskedToStop();
    await gateway.close();
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
