import { Textarea } from '@mantine/core';

interface CommentInputProps {
  readonly value: string;
  readonly onChange: (comment: string) => void;
}

/** The comment that is saved with a draft. */
export function CommentInput({ value, onChange }: CommentInputProps) {
  return (
    <Textarea
      label="Comment of a draft"
      description="Why, for the other governors."
      maxLength={2_000}
      autosize
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
