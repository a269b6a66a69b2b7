import {
  Global,
  Inject,
  Module,
  type INestApplicationContext,
  type OnModuleDestroy,
} from '@nestjs/common';
import { closeInOrder } from '../boot/close-resources.js';
import { Readiness } from '../health/readiness.js';
import { ShutdownErrors } from './shutdown-errors.js';

/** Readiness, and what becomes of errors of shutdown hooks. */
@Global()
@Module({ providers: [Readiness, ShutdownErrors], exports: [Readiness, ShutdownErrors] })
export class LifecycleModule implements OnModuleDestroy {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** Nest calls it before it closes the HTTP server. */
  onModuleDestroy(): void {
    this.readiness.require(() => 'stopping');
  }
}

/**
 * Runs the init hooks; where one fails, everything that was opened is closed again.
 * @throws what the hook threw
 */
export async function initApp(
  app: INestApplicationContext & { init(): Promise<unknown> },
): Promise<void> {
  try {
    await app.init();
  } catch (error) {
    await closeInOrder(
      async () => {
        throw error;
      },
      () => closeApp(app),
    );
  }
}

/** Finishes what is in flight and runs the shutdown hooks. @throws what failed in them */
export async function closeApp(app: INestApplicationContext): Promise<void> {
  await app.close();
  app.get(ShutdownErrors).throwAny();
}
