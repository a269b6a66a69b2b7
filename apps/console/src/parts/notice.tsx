import { Alert, Text, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';

const ICONS = { teal: IconCircleCheck, orange: IconInfoCircle, red: IconAlertTriangle } as const;

interface NoticeProps extends AlertProps {
  /** Green for a good state, orange for one that needs attention, red for a fault. */
  readonly color: keyof typeof ICONS;
}

/** A message about the state of a view. */
export function Notice({ color, children, ...alert }: NoticeProps) {
  const Icon = ICONS[color];
  return (
    <Alert color={color} icon={<Icon aria-hidden />} {...alert}>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
  );
}
