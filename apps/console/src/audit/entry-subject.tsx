import { Group } from '@mantine/core';
import type { AuditLogEntry } from '@ndx/client';
import type { LinkProps } from '@tanstack/react-router';
import { Id } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { useSession, type Permission } from '../session/session.js';
import { OnlyEntries } from './only-entries.js';

interface SubjectPage {
  /** The beginning of the types of events about the resource. */
  readonly events: string;
  readonly label: string;
  readonly permission: Permission;
  readonly link: (id: string) => LinkProps;
}

/** The resources that the console has a page of. */
const PAGES: readonly SubjectPage[] = [
  {
    events: 'policy.querying-policy-',
    label: 'Policy',
    permission: 'policy:read',
    link: (policyId) => ({ to: '/policies/$policyId', params: { policyId } }),
  },
  {
    events: 'query.executed.',
    label: 'Query',
    permission: 'billing:read',
    link: (queryEventId) => ({ to: '/queries/$queryEventId', params: { queryEventId } }),
  },
  {
    events: 'entity.identity-conflict-',
    label: 'Conflict',
    permission: 'network:admin',
    link: (conflictId) => ({ to: '/identity-conflicts/$conflictId', params: { conflictId } }),
  },
];

/** The resource that an entry is about: its page, its id, and the entries about it alone. */
export function EntrySubject({ entry: { type, subject } }: { readonly entry: AuditLogEntry }) {
  const { may } = useSession();
  const page = PAGES.find(({ events, permission }) => type.startsWith(events) && may(permission));
  return (
    <Group gap={6} wrap="nowrap">
      {page && (
        <TextLink aria-label={`${page.label} ${subject}`} {...page.link(subject)}>
          {page.label}
        </TextLink>
      )}
      <Id value={subject} />
      <OnlyEntries label="about this subject" name={`about ${subject}`} criteria={{ subject }} />
    </Group>
  );
}
