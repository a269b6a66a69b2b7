import { runProcess, serveUntilStopped } from '@ndx/service-kit';
import { bootGateway } from './boot-gateway.js';

/** The whole entry point of the gateway. */
export async function runGateway(): Promise<void> {
  await runProcess(async () => {
    await serveUntilStopped(await bootGateway(process.env));
  });
}
