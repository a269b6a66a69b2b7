import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogButton, type ActionButtonProps } from './dialog-button.js';

interface ConfirmButtonProps extends ActionButtonProps {
  /** The title of the dialog, as a question. */
  readonly question: string;
  readonly act: () => Promise<unknown>;
  /** What the action changes, and whether it can be undone. */
  readonly children: ReactNode;
}

/** A button whose action the user confirms in a dialog. */
export function ConfirmButton({ question, act, children, ...button }: ConfirmButtonProps) {
  return (
    <DialogButton {...button} title={question} centered>
      {({ run, isPending, failure, close }) => (
        <Stack>
          <Text size="sm">{children}</Text>
          {failure}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color={button.color ?? 'brand'} loading={isPending} onClick={() => run(act)}>
              {button.label}
            </Button>
          </Group>
        </Stack>
      )}
    </DialogButton>
  );
}
