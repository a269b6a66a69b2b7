import { Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Failure } from '../parts/loaded.js';
import { FoundList } from './found-list.js';
import { useOptions, type Option } from './use-options.js';

interface FindDialogProps {
  readonly opened: boolean;
  readonly close: () => void;
  /** Runs when it has disappeared. */
  readonly onClosed: () => void;
}

/** Finds pages, names and ids: a combobox in a dialog. */
export function FindDialog({ opened, close, onClosed }: FindDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
      title="Search"
      size="lg"
      yOffset="8vh"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Finder close={close} />
    </Modal>
  );
}

function Finder({ close }: Pick<FindDialogProps, 'close'>) {
  const listId = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const { options, status, isPending, error } = useOptions(text.trim());
  const active = options[Math.min(place, options.length - 1)];
  const move = (event: KeyboardEvent, step: number) => {
    event.preventDefault();
    setPlace((options.length + Math.min(place, options.length - 1) + step) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (active === undefined || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(event, 1);
    if (event.key === 'ArrowUp') move(event, -1);
    if (event.key === 'Enter') {
      event.preventDefault();
      document.getElementById(optionId(listId, active))?.click();
    }
  };
  return (
    <Stack gap="sm">
      <TextInput
        label="Name, page or id"
        description="Also an X-Ref-Id, a request id or an EIN."
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        leftSection={isPending ? <Loader size={16} /> : <IconSearch size={16} aria-hidden />}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={active && optionId(listId, active)}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <FoundList
          id={listId}
          idOf={(option) => optionId(listId, option)}
          options={options}
          active={active}
          close={close}
        />
      )}
      <Text size="sm" c="dimmed" role="status">
        {status}
      </Text>
      {error !== null && <Failure error={error} />}
    </Stack>
  );
}

function optionId(listId: string, { kind, key }: Option): string {
  return `${listId} ${kind} ${key}`.replaceAll(/\s+/g, '-');
}
