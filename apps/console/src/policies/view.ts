import { IconShieldCog } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const policiesView: View = {
  path: '/policies',
  label: 'Querying policies',
  task: 'See what each querying policy releases, compare two versions in words, and draft, publish or enforce a policy.',
  icon: IconShieldCog,
  permission: 'policy:read',
};
