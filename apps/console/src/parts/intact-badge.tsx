import { Badge } from '@mantine/core';

/** Whether an entry of the audit log is as it was written. */
export function IntactBadge({ isIntact }: { readonly isIntact: boolean }) {
  return isIntact ? <Badge color="teal">Intact</Badge> : <Badge color="red">Altered</Badge>;
}
