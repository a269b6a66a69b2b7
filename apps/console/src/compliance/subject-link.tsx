import { TextLink } from '../parts/page.js';
import { useSubjectNames } from '../parts/subject-names.js';
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

/** A subject by name, and its id to copy; a link for who may open it. */
export function SubjectLink({ networkId, kind, id }: SubjectLinkProps) {
  const { may } = useSession();
  const name = <SubjectName {...{ networkId, kind, id }} />;
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

/** The name that a search found, or that the reader may know; otherwise the kind. */
export function SubjectName({ networkId, kind, id }: SubjectLinkProps) {
  const known = useKnownSubject(networkId, id)?.name;
  const names = useSubjectNames(networkId, kind, known === undefined ? [id] : []);
  return known ?? names.get(id) ?? inWords(kind);
}
