import type { NdxClient, RedriveResult } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Notice } from '../parts/notice.js';
import { plural } from '../parts/words.js';
import type { ServiceName } from './services.js';

interface RedriveButtonProps {
  readonly service: ServiceName;
  /** Redrives this key alone; otherwise every key. */
  readonly parkedKey?: string;
  readonly onRedriven: (result: RedriveResult) => void;
}

/** Applies parked events again. */
export function RedriveButton({ service, parkedKey, onRedriven }: RedriveButtonProps) {
  const { ndx } = useApi();
  const act = async () => onRedriven(await redrive(ndx, service, parkedKey));
  const isOne = parkedKey !== undefined;
  return (
    <ConfirmButton
      label={isOne ? 'Redrive' : 'Redrive all'}
      name={isOne ? `Redrive key ${parkedKey}` : `Redrive all of ${service}`}
      question={isOne ? 'Redrive the events of this key?' : `Redrive all events of ${service}?`}
      act={act}
      size="xs"
      variant={isOne ? 'default' : 'filled'}
    >
      The service applies the parked events in order. An event that was applied before has no second
      effect. A key whose event fails again stays parked.
    </ConfirmButton>
  );
}

const NOTHING: RedriveResult = {
  handled: 0,
  freed_keys: 0,
  failed_keys: 0,
  republished_keys: 0,
  is_complete: true,
};

/** Repeats the request while it stops early and applies events. */
async function redrive(ndx: NdxClient, service: ServiceName, key?: string): Promise<RedriveResult> {
  let total = NOTHING;
  for (;;) {
    const { data } = await ndx.redriveParkedEvents({
      path: { service },
      body: key === undefined ? {} : { key },
    });
    total = {
      handled: total.handled + data.handled,
      freed_keys: total.freed_keys + data.freed_keys,
      failed_keys: data.failed_keys,
      republished_keys: total.republished_keys + data.republished_keys,
      is_complete: data.is_complete,
    };
    if (data.is_complete || data.handled === 0) return total;
  }
}

/** What a redrive did. */
export function RedriveOutcome({ result }: { readonly result: RedriveResult }) {
  const { handled, freed_keys: freed, failed_keys: failed, republished_keys: republished } = result;
  return (
    <Notice
      role="status"
      color={failed > 0 ? 'orange' : 'teal'}
      title={failed > 0 ? 'Some events failed again' : 'The redrive is complete'}
    >
      {plural(handled, 'event')} applied, {plural(freed, 'key')} no longer parked.
      {failed > 0 &&
        ` ${plural(failed, 'key')} failed again: read the error, fix the cause and redrive again.`}
      {republished > 0 && ` The events of ${plural(republished, 'key')} are published again.`}
    </Notice>
  );
}
