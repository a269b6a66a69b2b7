import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import type { SubjectKind } from './subject-kind.js';
import { useKnownSubject } from './use-subjects.js';

interface SubjectLinkProps {
  readonly networkId: string;
  readonly kind: SubjectKind;
  readonly id: string;
}

/** A subject by the name that a search found, and its id to copy; a link for who may open it. */
export function SubjectLink({ networkId, kind, id }: SubjectLinkProps) {
  const { may } = useSession();
  const name = useKnownSubject(networkId, id)?.name ?? inWords(kind);
  return (
    <>
      {may('entity:search') ? (
        <TextLink to="/subjects/$kind/$subjectId" params={{ kind, subjectId: id }}>
          {name}
        </TextLink>
      ) : (
        name
      )}{' '}
      <Id value={id} />
    </>
  );
}
