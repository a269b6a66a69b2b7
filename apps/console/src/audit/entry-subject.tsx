import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { AuditLogEntry } from '@ndx/client';
import { IconFilter } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Id } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { useSession, type Permission } from '../session/session.js';

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
      <Tooltip label="Only entries about this subject">
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Only entries about ${subject}`}
          renderRoot={(props) => (
            <Link
              to="/audit-log"
              search={(search) => ({ ...search, subject, type: undefined })}
              {...props}
            />
          )}
        >
          <IconFilter size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
