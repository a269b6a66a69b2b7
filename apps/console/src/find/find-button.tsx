import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.js')).FindDialog }));

/** Opens the search box, as Ctrl-K and Cmd-K do. */
export function FindButton() {
  const [opened, { open, close }] = useDisclosure();
  const [isLoaded, setLoaded] = useState(false);
  const origin = useRef<Element>(null);
  const show = () => {
    origin.current = document.activeElement;
    setLoaded(true);
    open();
  };
  // The dialog itself returns no focus when it is open from the start.
  const returnFocus = () => {
    if (origin.current instanceof HTMLElement) origin.current.focus();
  };
  // Also while the focus is in an input.
  useHotkeys([['mod+K', show]], []);
  const props = {
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
    variant: 'default',
    onClick: show,
  } as const;
  return (
    <>
      <Button
        {...props}
        visibleFrom="md"
        size="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        }
      >
        Search
      </Button>
      <ActionIcon {...props} hiddenFrom="md" size={34} aria-label="Search">
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {isLoaded && (
        <Suspense>
          <FindDialog opened={opened} close={close} onClosed={returnFocus} />
        </Suspense>
      )}
    </>
  );
}
