/** The labels of the axes of charts. */
export const AXIS_TEXT = {
  fill: 'var(--mantine-color-dimmed)',
  fontSize: 12,
  fontFamily: 'inherit',
};

export const AXIS_LINE = 'var(--mantine-color-default-border)';
