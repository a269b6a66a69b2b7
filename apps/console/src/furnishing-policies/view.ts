import { IconClipboardCheck } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const furnishingPoliciesView: View = {
  path: '/furnishing-policies',
  label: 'Furnishing policies',
  task: 'See which records the network accepts for each product; draft, activate and end the rules.',
  icon: IconClipboardCheck,
  permission: 'policy:read',
};
