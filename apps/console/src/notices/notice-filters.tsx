import { Button, Group, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { faultAt } from '../parts/shape-fault.js';
import { useDraft } from '../parts/use-draft.js';

const route = getRouteApi('/notices');

const NONE = { certificate: '', subject: '' };

interface NoticeFiltersProps {
  /** Why the notices of these ids cannot be read. */
  readonly error: Error | null;
}

/** Finds the notices of one certificate or subject, whose ids are in the address. */
export function NoticeFilters({ error }: NoticeFiltersProps) {
  const navigate = route.useNavigate();
  const { certificate = '', subject = '' } = route.useSearch();
  const asked = { certificate, subject };
  const [ids, setIds] = useDraft(asked);
  const input = (name: keyof typeof NONE) => ({
    value: ids[name],
    error: ids[name] === asked[name] ? faultAt(error, `${name}_id`) : undefined,
    autoComplete: 'off',
    flex: 1,
    miw: 220,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setIds({ ...ids, [name]: value }),
  });
  const filterBy = (selected: typeof NONE) =>
    navigate({
      search: (search) => ({
        ...search,
        certificate: selected.certificate.trim() || undefined,
        subject: selected.subject.trim() || undefined,
      }),
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    return filterBy(ids);
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs" maw={860}>
        <TextInput label="Certificate id" {...input('certificate')} />
        <TextInput label="Subject id" {...input('subject')} />
        <Button type="submit">Filter</Button>
        {(certificate !== '' || subject !== '') && (
          <Button variant="default" onClick={() => filterBy(NONE)}>
            Remove filters
          </Button>
        )}
      </Group>
    </form>
  );
}
