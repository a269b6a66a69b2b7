import { Card } from '@mantine/core';
import type { RecordStatus } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { SubjectLink } from '../compliance/subject-link.js';
import { BackLink } from '../parts/back-link.js';
import { LoadedPage } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Page, TextLink } from '../parts/page.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { Timeline } from '../timeline/timeline.js';
import { timelineOfRecord } from '../timeline/timelines.js';
import { RecordLink } from './record-link.js';

const route = getRouteApi('/records/$recordId');

/** The state and the life of a record, without its data: for its furnisher and the governors. */
export function RecordPage() {
  const { recordId } = route.useParams();
  const record = useRead('readRecord', { path: { record_id: recordId } });
  return (
    <LoadedPage query={record} title="Record" back={undefined}>
      {(found) => <Found record={found} />}
    </LoadedPage>
  );
}

function Found({ record }: { readonly record: RecordStatus }) {
  const { record_id, network_id, dataset, subject_type, subject_id, state } = record;
  const nameOf = useNames([network_id]);
  const session = useSession();
  const isOwn = record.furnishing_entity_id === session.caller.entity_id;
  const network = session.networks.find((one) => one.network_id === network_id);
  const { corrected_by_record_id: by, corrects_record_id: of, ended_at: ended } = record;
  return (
    <Page
      title={`Record of ${inWords(dataset)}`}
      back={isOwn ? <BackLink to="/records" label="All records" /> : undefined}
      about={<Id value={record_id} whole />}
    >
      <Card withBorder padding="lg">
        <Facts
          facts={[
            ['State', <StatusBadge status={state} />],
            ['Furnished by', nameOf(record.furnishing_entity_id)],
            ['Furnished', <Moment at={record.furnished_at} />],
            ['Subject', <SubjectLink networkId={network_id} kind={subject_type} id={subject_id} />],
            ['Network', nameOf(network_id)],
            ['Reason', record.reason && inWords(record.reason)],
            ['Explanation', record.reason_text],
            ['Ended', ended && <Moment at={ended} />],
            ['Corrected by', by && <RecordLink id={by} />],
            ['Corrects', of && <RecordLink id={of} />],
            ['Submission', <SubmissionOf record={record} />],
          ]}
        />
      </Card>
      {network && <Timeline network={network} {...timelineOfRecord(session, network, record)} />}
    </Page>
  );
}

/** The submissions of an institution are visible to it alone. */
function SubmissionOf({ record }: { readonly record: RecordStatus }) {
  const { caller, may } = useSession();
  const { submission_id: submissionId, furnishing_entity_id: furnisher } = record;
  return (
    <>
      {furnisher === caller.entity_id && may('data:furnish') && (
        <>
          <TextLink to="/submissions/$submissionId" params={{ submissionId }}>
            Submission
          </TextLink>{' '}
        </>
      )}
      <Id value={submissionId} />
    </>
  );
}
