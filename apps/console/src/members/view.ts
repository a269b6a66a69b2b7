import { IconBuildingBank } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const membersView: View = {
  path: '/members',
  label: 'Members',
  task: 'Register and admit institutions, change their roles, add and suspend their accounts.',
  icon: IconBuildingBank,
  permission: 'network:admin',
};
