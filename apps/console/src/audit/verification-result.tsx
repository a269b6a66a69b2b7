import { Alert, List, Stack, Text } from '@mantine/core';
import type { AuditVerification } from '@ndx/client';
import { Id, Moment } from '../parts/values.js';
import { Notice } from '../parts/notice.js';
import type { ServiceName } from '../operation/services.js';
import type { Verified } from './use-verification.js';

interface VerificationResultProps {
  readonly verified: Verified;
  readonly service: ServiceName;
}

/** The result of a verification that reached the end of the log or a fault. */
export function VerificationResult({ verified, service }: VerificationResultProps) {
  const { part, gaps } = verified;
  return (
    <Stack gap="sm" maw={720}>
      {part.fault === null ? (
        <Unaltered part={part} />
      ) : (
        <Fault fault={part.fault} through={part.verified_through} service={service} />
      )}
      {gaps.length > 0 && <Gaps gaps={gaps} />}
    </Stack>
  );
}

function Unaltered({ part }: { readonly part: AuditVerification }) {
  const { last_seq: last, verified_at: at } = part;
  const isEmpty = last === 0;
  return (
    <Notice
      role="status"
      color="teal"
      title={isEmpty ? 'The log is empty' : `Verified through entry ${last.toLocaleString()}`}
    >
      {isEmpty
        ? 'There was nothing to verify, and no entry was removed.'
        : 'No entry was altered, removed or inserted: the signed checkpoint is of these entries.'}{' '}
      Verified at <Moment at={at} />.
    </Notice>
  );
}

interface FaultProps {
  readonly fault: NonNullable<AuditVerification['fault']>;
  readonly through: number;
  readonly service: ServiceName;
}

function Fault({ fault: { seq, event_id: eventId, reason }, through, service }: FaultProps) {
  return (
    <Notice
      role="alert"
      color="red"
      title={`Entry ${seq.toLocaleString()} failed the verification`}
    >
      <Stack gap="xs">
        <Text size="sm">Reason: {reason}.</Text>
        {eventId !== null && (
          <div>
            Event <Id value={eventId} whole />
          </div>
        )}
        <Text size="sm">
          {through === 0
            ? 'No entry before it is verified.'
            : `The log is verified through entry ${through.toLocaleString()}.`}{' '}
          Later entries are not verified.
        </Text>
        <Text size="sm">
          Report the network, the service {service} and the number of the entry to the operator of
          the system.
        </Text>
      </Stack>
    </Notice>
  );
}

function Gaps({ gaps }: { readonly gaps: AuditVerification['gaps'] }) {
  return (
    <Alert role="note" color="orange" title="Recorded losses of entries">
      <List size="sm">
        {gaps.map(({ seq, occurred_at: at, lost_through: lost }) => (
          <List.Item key={seq}>
            Entry {seq.toLocaleString()} of <Moment at={at} /> records that entries
            {lost !== null && ` up to ${lost.toLocaleString()}`} were lost.
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
