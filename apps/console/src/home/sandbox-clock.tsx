import { Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { Loaded } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import { plural } from '../parts/words.js';
import { useSession } from '../session/session.js';

const DAY_SECONDS = 86_400;

/** The clock of the institution in a sandbox; it decides for its requests alone. */
export function SandboxClock() {
  const clock = useRead('readSandboxClock', {});
  return (
    <Panel title="Sandbox clock">
      <Loaded query={clock}>
        {({ now, offset_seconds: offset }) => (
          <Card withBorder padding="lg">
            <Stack gap="sm" align="flex-start">
              <Text size="sm" component="div">
                {offset === 0 ? (
                  'The clock of your institution has the real time.'
                ) : (
                  <>
                    The clock of your institution is ahead by {aheadInWords(offset)}:{' '}
                    <Moment at={now} />
                  </>
                )}
              </Text>
              <Group gap="xs">
                <MoveButton />
                {offset > 0 && <ResetButton />}
              </Group>
            </Stack>
          </Card>
        )}
      </Loaded>
    </Panel>
  );
}

function aheadInWords(seconds: number): string {
  return seconds < DAY_SECONDS
    ? plural(seconds, 'second')
    : plural(Math.round((10 * seconds) / DAY_SECONDS) / 10, 'day');
}

function MoveButton() {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <FormButton
      label="Move the clock forward"
      title="Move the clock of your institution forward"
      submitLabel="Move"
      variant="default"
      objectId={caller.entity_id}
      initial={{ days: '30' }}
      act={({ days }) =>
        ndx.advanceSandboxClock({ body: { advance_seconds: Number(days) * DAY_SECONDS } })
      }
    >
      {(input) => (
        <TextInput
          type="number"
          min={1}
          label="Days"
          description="Consents and attestations expire, and records grow too old, for the requests of your institution alone. Stored times stay real."
          {...input('days', 'advance_seconds')}
        />
      )}
    </FormButton>
  );
}

function ResetButton() {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Reset the clock"
      question="Reset the clock of your institution?"
      variant="default"
      act={() => ndx.resetSandboxClock({})}
    >
      The requests of your institution have the real time again. Nothing that was stored changes.
    </ConfirmButton>
  );
}
