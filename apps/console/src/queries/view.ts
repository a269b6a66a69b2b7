import { IconListSearch } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const queriesView: View = {
  path: '/queries',
  label: 'Queries',
  task: 'See who queried what, and why a query had no result (204). Paste an X-Ref-Id to explain one response.',
  icon: IconListSearch,
  permission: 'billing:read',
};
