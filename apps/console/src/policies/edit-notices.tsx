import { Button, Group, Stack, Text } from '@mantine/core';
import { Notice } from '../parts/notice.js';
import type { PolicyAndDraft } from './policy-edit.js';

interface OutdatedNoticeProps {
  readonly edited: PolicyAndDraft;
  readonly keep: () => void;
  readonly restart: () => void;
}

/** Somebody saved the policy or its draft since the edit began; no save overwrites that unread. */
export function OutdatedNotice({ edited: { policy, draft }, keep, restart }: OutdatedNoticeProps) {
  const present = draft === null ? `version ${policy.version}` : 'the present draft';
  return (
    <Notice role="alert" color="orange" title="The policy or its draft has changed since you began">
      <Stack gap="xs">
        <Text size="sm">
          Your changes are kept. To save them in place of {present}, apply them to it; the next page
          shows every difference from version {policy.version}.
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={keep}>
            Apply my changes to {present}
          </Button>
          <Button size="xs" variant="default" onClick={restart}>
            Start again from {present}
          </Button>
        </Group>
      </Stack>
    </Notice>
  );
}
