import { Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { Empty } from '../parts/data-table.js';
import { Page, Panel } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { timelineOfSubject } from '../timeline/timelines.js';
import { Timeline } from '../timeline/timeline.js';
import { ConsentList } from './consent-list.js';
import { SubjectNotices } from './subject-notices.js';
import { SubjectQueries } from './subject-queries.js';
import { SUBJECT_QUERIES } from './subject-search.js';
import { subjectKindOf } from './subject-kind.js';
import { useSubject } from './use-subjects.js';

const route = getRouteApi('/subjects/$kind/$subjectId');

/** The consents of a subject, the notices about it, and who read its data. */
export function SubjectPage() {
  return <InNetwork>{(network) => <Subject network={network} />}</InNetwork>;
}

function Subject({ network }: { readonly network: Network }) {
  const { kind: kindText, subjectId } = route.useParams();
  const kind = subjectKindOf(kindText);
  const subject = useSubject(network.network_id, kind, subjectId);
  const session = useSession();
  const { may } = session;
  return (
    <Page
      back={<BackLink to="/subjects" label="All subjects" />}
      title={subject?.name ?? (subject === null ? `${inWords(kind)} not found` : inWords(kind))}
      about={
        <>
          {inWords(kind)} <Id value={subjectId} whole />
        </>
      }
    >
      <Stack gap="xl">
        {subject === null && (
          <Empty title="No search of your institution lists a subject with this id" art="not-found">
            It does not exist, or your institution may not see it. Check the id and the network.
          </Empty>
        )}
        {may('consent:read') && (
          <Panel title="Consents that your institution recorded">
            <ConsentList kind={kind} subjectId={subjectId} networkId={network.network_id} />
          </Panel>
        )}
        <Timeline network={network} {...timelineOfSubject(session, network, kind, subjectId)} />
        {may('notice:read') && <SubjectNotices subjectId={subjectId} />}
        {may('billing:read') && (
          <div id={SUBJECT_QUERIES}>
            <SubjectQueries subjectId={subjectId} subjectName={subject?.name} network={network} />
          </div>
        )}
      </Stack>
    </Page>
  );
}
