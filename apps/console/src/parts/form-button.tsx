import { Button, Stack } from '@mantine/core';
import { useState, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react';
import { useSession } from '../session/session.js';
import { DialogButton, type ActionButtonProps, type DialogAction } from './dialog-button.js';
import { RestoredNotice } from './restored-notice.js';
import { faultAt } from './shape-fault.js';
import { isChangedSince, useExpected, type Expected } from './use-expected.js';
import { useKept } from './use-kept.js';

/** The names of the members that are texts. */
type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values];

interface Input {
  readonly value: string;
  readonly required: true;
  /** Why the server rejected the value. */
  readonly error: string | undefined;
  readonly onChange: (
    event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>,
  ) => void;
}

interface Form<Values> {
  readonly values: Values;
  readonly change: (changed: Partial<Values>) => void;
  /** Why the server rejected the value for a member of the request, until another is sent. */
  readonly faultAt: (member: string) => string | undefined;
}

interface FormProps<Values> {
  /** The id of what the form is about; the tab keeps the values for it. */
  readonly objectId: string;
  readonly submitLabel: string;
  /** The values until the reader changes one. Without secrets, since the tab keeps changes. */
  readonly initial: Values;
  /** The revision that has the initial values, if another one is a conflict. */
  readonly revision?: number | undefined;
  readonly act: (values: Values, expected: Expected) => Promise<unknown>;
  /**
   * The fields; `input` returns the properties of a text input. `member` is its name in the request,
   * if that is another one.
   */
  readonly children: (
    input: (name: TextName<Values>, member?: string) => Input,
    form: Form<Values>,
  ) => ReactNode;
}

interface FormButtonProps<Values extends object>
  extends FormProps<Values>, Omit<ActionButtonProps, 'children'> {
  /** The title of the dialog. */
  readonly title: string;
}

/**
 * A button that opens a form in a dialog. The tab keeps what is typed until it is submitted or
 * discarded: a closed dialog, a reload and a new sign-in do not lose it.
 */
export function FormButton<Values extends object>(props: FormButtonProps<Values>) {
  const { objectId, submitLabel, initial, revision, act, children, ...button } = props;
  const [attempt, setAttempt] = useState(0);
  const begin = () => setAttempt((current) => current + 1);
  return (
    <DialogButton {...button} onOpen={begin}>
      {(action) => (
        <DialogForm
          key={attempt}
          {...{ objectId, submitLabel, initial, revision, act, action, begin }}
          label={button.label}
          color={button.color ?? 'brand'}
        >
          {children}
        </DialogForm>
      )}
    </DialogButton>
  );
}

interface DialogFormProps<Values> extends FormProps<Values> {
  readonly action: DialogAction;
  readonly label: string;
  readonly color: string;
  /** Shows the form with its initial values. */
  readonly begin: () => void;
}

function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const { objectId, submitLabel, initial, act, action, label, color, begin, children } = props;
  const run = useExpected(props.revision);
  const { account_id } = useSession().caller;
  // Only changes are kept, so that another member has the value of the server.
  const [sent, setSent] = useState<Values>();
  const nothing: Partial<Values> = {};
  const kept = useKept(`form ${account_id} ${label} ${objectId}`, nothing);
  const values: Values = { ...initial, ...kept.values };
  const change = (changed: Partial<Values>) =>
    kept.set(changesOf(initial, { ...kept.values, ...changed }));
  const input = (name: TextName<Values>, member = String(name)): Input => ({
    value: String(values[name]),
    required: true,
    error: sent?.[name] === values[name] ? faultAt(action.error, member) : undefined,
    onChange: ({ currentTarget: { value } }) => {
      const changed: Partial<Values> = {};
      change(Object.assign(changed, { [name]: value }));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(values);
    action.run(async () => {
      await run((expected) => act(values, expected));
      kept.forget();
    });
  };
  const discard = () => {
    kept.forget();
    action.reset();
    begin();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {kept.isRestored && <RestoredNotice discard={discard} />}
        {children(input, {
          values,
          change,
          faultAt: (member) => faultAt(action.error, member),
        })}
        {action.failure}
        {isChangedSince(action.error) && (
          <Button variant="default" onClick={discard}>
            Discard my changes
          </Button>
        )}
        <Button type="submit" color={color} loading={action.isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

/** The members with another value than at first. */
function changesOf<Values extends object>(
  initial: Values,
  changed: Partial<Values>,
): Partial<Values> {
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(initial, name));
  return Object.fromEntries(Object.entries(changed).filter(isChanged)) as Partial<Values>;
}
