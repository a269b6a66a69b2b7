import { IconCertificate, IconHistory, IconUserSearch } from '@tabler/icons-react';
import type { View } from '../layout/view.js';

export const subjectsView: View = {
  path: '/subjects',
  label: 'Subjects',
  task: 'Find a business or a consumer: its consents with their history, and who read its data and why.',
  icon: IconUserSearch,
  permission: 'entity:search',
};

export const attestationsView: View = {
  path: '/attestations',
  label: 'Attestations',
  task: 'See what your institution attests to, until when, and revoke an attestation.',
  icon: IconCertificate,
  permission: 'attestation:read',
};

export const recordUsesView: View = {
  path: '/record-uses',
  label: 'Uses of records',
  task: 'See which queries used the records that your institution furnished, and which policies excluded them.',
  icon: IconHistory,
  permission: 'data:furnish',
};
