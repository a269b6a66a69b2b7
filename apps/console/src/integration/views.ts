import { IconFileSpreadsheet, IconRoute, IconZoomCheck } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const tourView: View = {
  path: '/tour',
  label: 'Guided tour',
  task: 'Send the five requests of the main job, and copy each as curl, command line or TypeScript.',
  icon: IconRoute,
  permission: 'policy:read',
  tasks: ['data:furnish', 'policy:write', 'product:query'],
};

export const coverageView: View = {
  path: '/coverage',
  label: 'Coverage check',
  task: 'See which furnishers have data about a subject, and how a query would be answered. It is not billed.',
  icon: IconZoomCheck,
  permission: 'product:check',
};

export const dryRunView: View = {
  path: '/dry-run',
  label: 'Check a file',
  task: 'Validate the rows of a CSV file as the network would, and see each rejected row. Nothing is stored.',
  icon: IconFileSpreadsheet,
  permission: 'data:furnish',
};
