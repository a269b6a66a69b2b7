import { Button, Modal, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from './loaded.js';
import { useChange } from './use-change.js';

export interface ActionButtonProps extends ButtonProps {
  readonly label: string;
  /** The name for screen readers, where the label alone does not name the object. */
  readonly name?: string;
  /** The `action` of an address that opens the dialog. */
  readonly action?: string | undefined;
}

/** The action of an open dialog. */
export interface DialogAction {
  /**
   * Runs the action, which resolves when the server has confirmed the change. The dialog closes when
   * the view shows it.
   */
  readonly run: (act: () => Promise<unknown>) => void;
  readonly isPending: boolean;
  /** The error of the last run, if it failed, and its words. */
  readonly error: Error | null;
  readonly failure: ReactNode;
  /** Forgets the error. */
  readonly reset: () => void;
  readonly close: () => unknown;
}

interface DialogButtonProps extends Omit<ActionButtonProps, 'children'> {
  readonly title: string;
  readonly centered?: boolean;
  readonly onOpen?: () => void;
  readonly children: (action: DialogAction) => ReactNode;
}

/** A button that opens a dialog with an action. The dialog closes when the action succeeds. */
export function DialogButton(props: DialogButtonProps) {
  const { label, name = label, action: ofAddress, title, centered = false, ...others } = props;
  const { onOpen, children, ...button } = others;
  const { opened, open, close } = useOpened(ofAddress);
  const action = useChange((act: () => Promise<unknown>) => act(), close);
  const show = () => {
    action.reset();
    onOpen?.();
    open();
  };
  return (
    <>
      <Button aria-label={name} aria-haspopup="dialog" onClick={show} {...button}>
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        centered={centered}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children({
          run: (act) => action.mutate(act),
          isPending: action.isPending,
          error: action.error,
          failure: action.isError && <Failure error={action.error} />,
          reset: action.reset,
          close,
        })}
      </Modal>
    </>
  );
}

/** Whether a dialog is open: by its button, or by an address with its action. */
function useOpened(action: string | undefined) {
  const [isOpen, { open, close }] = useDisclosure();
  const { action: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isAsked = action !== undefined && asked === action;
  return {
    opened: isOpen || isAsked,
    open,
    close: () => {
      close();
      return isAsked ? navigate(WITHOUT_ACTION) : undefined;
    },
  };
}

const WITHOUT_ACTION = {
  to: '.',
  search: (search: object) => ({ ...search, action: undefined }),
  replace: true,
  resetScroll: false,
} as const;
