import { BillingError } from '../billing-error.js';
import { onlyProcessIn } from '../only-process.js';

/**
 * One of several that want the same books. Told of a folder, it tries to be the only process there
 * and says whether it is.
 */
process.on('message', (folder: string) => {
  process.send?.(isOnlyOneIn(folder));
});
process.send?.('ready');

function isOnlyOneIn(folder: string): boolean {
  try {
    onlyProcessIn(folder);
    return true;
  } catch (error) {
    if (error instanceof BillingError) return false;
    throw error;
  }
}
