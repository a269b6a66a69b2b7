import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useSession } from '../session/session.js';
import { DialogButton } from './dialog-button.js';
import { TextLink } from './page.js';
import { filtersOf, isSame, withView, type SavedView } from './views-of-list.js';

/**
 * The views that the account saved of this list, as links, and a button that saves the filters of
 * the address as one. This browser keeps them (decision 0119).
 */
export function SavedViews() {
  const { account_id } = useSession().caller;
  const { pathname, search } = useLocation();
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `views ${account_id} ${pathname}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const current = views.find((view) => isSame(view.search, search));
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  if (views.length === 0 && !isFiltered) return null;
  return (
    <Group gap="sm" component="section" aria-label="Saved views">
      {views.map((view) => (
        <TextLink
          key={view.name}
          to="."
          search={() => view.search}
          {...(view === current && { 'aria-current': 'true' as const, fw: 650 })}
        >
          {view.name}
        </TextLink>
      ))}
      {current ? (
        <Button
          size="xs"
          variant="default"
          aria-label={`Delete view ${current.name}`}
          onClick={() => setViews(views.filter((view) => view !== current))}
        >
          Delete view
        </Button>
      ) : (
        isFiltered && (
          <DialogButton
            size="xs"
            variant="default"
            label="Save view"
            title="Save these filters as a view"
          >
            {({ close }) => (
              <NameForm
                onSubmit={(name) => {
                  setViews(withView(views, { name, search }));
                  close();
                }}
              />
            )}
          </DialogButton>
        )
      )}
    </Group>
  );
}

function NameForm({ onSubmit }: { readonly onSubmit: (name: string) => void }) {
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSubmit(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="This browser keeps the view for your account. A view with the same name is replaced."
          required
          maxLength={60}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit">Save view</Button>
      </Stack>
    </form>
  );
}
