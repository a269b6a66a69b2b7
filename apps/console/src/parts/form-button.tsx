import { Button, Stack } from '@mantine/core';
import { useState, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react';
import { DialogButton, type ActionButtonProps } from './dialog-button.js';

type Texts = Readonly<Record<string, string>>;

interface Input {
  readonly value: string;
  readonly required: true;
  readonly onChange: (
    event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>,
  ) => void;
}

interface FormButtonProps<Values extends Texts> extends Omit<
  ActionButtonProps,
  'act' | 'children'
> {
  /** The title of the dialog. */
  readonly title: string;
  readonly submitLabel: string;
  /** The values of the text inputs when the dialog opens. */
  readonly initial: Values;
  /** Begins other inputs of the form again. */
  readonly onOpen?: () => void;
  readonly act: (values: Values) => Promise<unknown>;
  /** The fields; `input` returns the properties of a text input. */
  readonly children: (input: (name: keyof Values) => Input) => ReactNode;
}

/** A button that opens a form in a dialog. */
export function FormButton<Values extends Texts>(props: FormButtonProps<Values>) {
  const { submitLabel, initial, onOpen, act, children, ...button } = props;
  const [values, setValues] = useState(initial);
  const input = (name: keyof Values): Input => ({
    value: values[name] ?? '',
    required: true,
    onChange: ({ currentTarget: { value } }) =>
      setValues((current) => ({ ...current, [name]: value })),
  });
  const begin = () => {
    setValues(initial);
    onOpen?.();
  };
  return (
    <DialogButton {...button} onOpen={begin} act={() => act(values)}>
      {({ run, isPending, failure }) => (
        <form
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            run();
          }}
        >
          <Stack>
            {children(input)}
            {failure}
            <Button type="submit" color={button.color ?? 'brand'} loading={isPending}>
              {submitLabel}
            </Button>
          </Stack>
        </form>
      )}
    </DialogButton>
  );
}
