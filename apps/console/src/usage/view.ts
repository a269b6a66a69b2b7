import { IconReceipt } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const usageView: View = {
  path: '/usage',
  label: 'Usage',
  task: 'See the queries per product and day, the quantities of a statement, and the evidence of each query.',
  icon: IconReceipt,
  permission: 'billing:read',
};
