import { IconArrowsSplit2 } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const conflictsView: View = {
  path: '/identity-conflicts',
  label: 'Identity conflicts',
  task: 'Decide whether subjects that share an identifier are the same: merge them or keep them apart.',
  icon: IconArrowsSplit2,
  permission: 'network:admin',
};
