import { IconServerCog } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const servicesView: View = {
  path: '/services',
  label: 'Services',
  task: 'See the health and the lag of each service, and redrive parked events.',
  icon: IconServerCog,
  permission: 'service:read',
};
