import { Group, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ListOrder } from './list-order.js';

interface OrderButtonProps {
  readonly header: string;
  readonly order: ListOrder;
}

/** The heading of the time by which a list is ordered; reverses the order, in the address. */
export function OrderButton({ header, order }: OrderButtonProps) {
  const navigate = useNavigate();
  const isNewestFirst = order === 'newest_first';
  const Icon = isNewestFirst ? IconArrowDown : IconArrowUp;
  const next = isNewestFirst ? 'oldest_first' : undefined;
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      title={isNewestFirst ? 'Show the oldest first' : 'Show the newest first'}
      onClick={() =>
        navigate({
          to: '.',
          search: (search) => ({ ...search, order: next }),
          resetScroll: false,
        })
      }
    >
      <Group gap={4} wrap="nowrap">
        {header} <Icon size={14} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
