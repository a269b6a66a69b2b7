import {
  Global,
  Inject,
  Module,
  type INestApplicationContext,
  type OnModuleDestroy,
} from '@nestjs/common';
import { closeInOrder } from './close-resources.js';
import { Readiness } from '../health/readiness.js';
import { ShutdownErrors } from './shutdown-errors.js';

/** Readiness, and the errors of shutdown hooks. */
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
 * Runs the init hooks; after a failure, closes everything that was opened.
 * @throws the error of the hook
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

/** Finishes requests in flight and runs the shutdown hooks. @throws their errors */
export async function closeApp(app: INestApplicationContext): Promise<void> {
  await app.close();
  app.get(ShutdownErrors).throwAny();
}
