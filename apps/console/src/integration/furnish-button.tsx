import { ConfirmButton } from '../parts/confirm-button.js';
import { plural } from '../parts/words.js';
import type { RowsToSend } from './send-rows.js';
import { rejectedRows } from './sent-rows.js';
import type { Sent } from './use-send.js';

interface FurnishButtonProps {
  /** The result of the check. */
  readonly checked: Sent;
  readonly furnish: (rows: RowsToSend) => Promise<unknown>;
}

/**
 * Furnishes the rows of a checked file that the network would accept. A repetition after a failure
 * has the same run, so that no row is stored twice.
 */
export function FurnishButton({ checked, furnish }: FurnishButtonProps) {
  const { records, runId } = checked;
  const rejected = rejectedRows(checked);
  const accepted = records.length - rejected;
  if (accepted === 0) return null;
  const rows = plural(accepted, 'row');
  return (
    <div>
      <ConfirmButton
        label={`Furnish ${rows}`}
        question={`Furnish ${rows}?`}
        act={() => furnish({ ...checked, runId: `furnish-${runId}`, dryRun: false })}
      >
        The network validates the file again and stores the records of accepted rows, which queries
        can then use. A record can be corrected or withdrawn later, and its history stays.
        {rejected > 0 && ` ${plural(rejected, 'row')} would be rejected and not stored.`}
      </ConfirmButton>
    </div>
  );
}
