import { FIRST_BANK, SECOND_BANK } from '@ndx/tools/network/demo-network';
import type { Load } from './load.js';
import { furnish, newRegistration } from './operations.js';
import { whileClientsRun } from './while-clients-run.js';

const CLIENTS = 3;
const SUBJECTS = 2;

/** Furnishes a few businesses repeatedly and concurrently: many events of few keys. */
export function furnishingSameSubjects<Result>(
  load: Load,
  work: () => Promise<Result>,
): Promise<Result> {
  const subjects = Array.from({ length: SUBJECTS }, newRegistration);
  return whileClientsRun(
    CLIENTS,
    async (n, isOver) => {
      const by = n % 2 === 0 ? FIRST_BANK : SECOND_BANK;
      for (let turn = n; !isOver(); turn += 1) {
        await load.perform(furnish(subjects[turn % SUBJECTS], { by }));
      }
    },
    work,
  );
}
