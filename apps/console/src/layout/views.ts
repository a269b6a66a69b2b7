import { auditLogView } from '../audit/view.js';
import { attestationsView, recordUsesView, subjectsView } from '../compliance/views.js';
import { conflictsView } from '../conflicts/view.js';
import { furnishingPoliciesView } from '../furnishing-policies/view.js';
import { coverageView, dryRunView, tourView } from '../integration/views.js';
import { membersView } from '../members/view.js';
import { servicesView } from '../operation/view.js';
import { policiesView } from '../policies/view.js';
import { queriesView } from '../queries/view.js';
import { usageView } from '../usage/view.js';
import type { View, ViewSection } from './view.js';

/** The navigation, in its order. A section without a permitted view is absent. */
export const VIEW_SECTIONS: readonly ViewSection[] = [
  {
    label: 'Network and policies',
    views: [queriesView, policiesView, furnishingPoliciesView, membersView, conflictsView],
  },
  { label: 'Compliance', views: [subjectsView, attestationsView, recordUsesView, auditLogView] },
  { label: 'Integration', views: [tourView, coverageView, dryRunView] },
  { label: 'Billing', views: [usageView] },
  { label: 'Operation', views: [servicesView] },
];

export const VIEWS: readonly View[] = VIEW_SECTIONS.flatMap(({ views }) => views);
