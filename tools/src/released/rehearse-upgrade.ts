/** A version of the exchange that can run on the stores of the rehearsal. */
export interface RehearsedVersion {
  /** Migrates its databases and serves. Returns a function that stops it. */
  start(): Promise<() => Promise<void>>;
  /** Migrates the databases while the other version serves. */
  migrate(): Promise<void>;
  /** Checks the serving exchange. @throws Error when a check fails */
  check(): Promise<void>;
}

/** The upgrade fails; the cause is the failed check, migration or start. */
export class UpgradeFailed extends Error {
  override readonly name = 'UpgradeFailed';

  constructor(step: string, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Starts the release before on new databases, migrates them to the next version while it serves,
 * and replaces it.
 *
 * @throws UpgradeFailed with the step that fails
 */
export async function rehearseUpgrade(
  before: RehearsedVersion,
  next: RehearsedVersion,
): Promise<void> {
  const stopBefore = await step('the release before starts', () => before.start());
  try {
    await step('the release before works', () => before.check());
    await step('the migrations run while it serves', () => next.migrate());
    await step('the release before works on the new schema', () => before.check());
  } finally {
    await stopBefore();
  }
  const stop = await step('the next version starts', () => next.start());
  try {
    await step('the next version works', () => next.check());
  } finally {
    await stop();
  }
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new UpgradeFailed(name, error);
  }
}
