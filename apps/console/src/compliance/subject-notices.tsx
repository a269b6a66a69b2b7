import { useList } from '../app/reads.js';
import { NoticeTable } from '../notices/notice-table.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Panel } from '../parts/page.js';

/** Which answers about a subject would be different today. */
export function SubjectNotices({ subjectId }: { readonly subjectId: string }) {
  const notices = useList('listNotices', {
    query: { subject_id: subjectId, order: 'newest_first' },
  });
  return (
    <Panel title="Notices about your answers">
      <Listed list={notices} noun={['notice', 'notices']} more="Load older notices">
        {(found) => (
          <NoticeTable
            notices={found}
            empty={
              <Empty title="No notice">
                None of your answers about the subject would be different today, or your institution
                has no notice endpoint.
              </Empty>
            }
          />
        )}
      </Listed>
    </Panel>
  );
}
