import { IconShieldSearch } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const auditLogView: View = {
  path: '/audit-log',
  label: 'Audit log',
  task: 'Read the audit log of the network: who changed what, and when. Verify that no entry was altered or removed.',
  icon: IconShieldSearch,
  permission: 'audit:read',
};
