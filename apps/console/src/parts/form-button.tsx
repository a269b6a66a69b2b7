import { Button, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { DialogButton, type ActionButtonProps } from './dialog-button.js';

interface FormButtonProps extends ActionButtonProps {
  /** The title of the dialog. */
  readonly title: string;
  readonly submitLabel: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** A button that opens a form in a dialog. */
export function FormButton({ submitLabel, children, ...button }: FormButtonProps) {
  return (
    <DialogButton {...button}>
      {({ run, isPending, failure }) => (
        <form
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            run();
          }}
        >
          <Stack>
            {children}
            {failure}
            <Button type="submit" loading={isPending}>
              {submitLabel}
            </Button>
          </Stack>
        </form>
      )}
    </DialogButton>
  );
}
