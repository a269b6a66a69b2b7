import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readPeriodSearch } from '../parts/periods.js';
import { readAttestationSearch } from './attestation-search.js';
import { readSubjectSearch } from './subject-search.js';

export const complianceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/subjects',
    validateSearch: readSubjectSearch,
    component: lazyRouteComponent(() => import('./subjects-page.js'), 'SubjectsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/subjects/$kind/$subjectId',
    validateSearch: readPeriodSearch,
    component: lazyRouteComponent(() => import('./subject-page.js'), 'SubjectPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/subjects/$kind/$subjectId/consents/$consentId',
    component: lazyRouteComponent(() => import('./consent-page.js'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/attestations',
    validateSearch: readAttestationSearch,
    component: lazyRouteComponent(() => import('./attestations-page.js'), 'AttestationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/record-uses',
    validateSearch: readPeriodSearch,
    component: lazyRouteComponent(() => import('./record-uses-page.js'), 'RecordUsesPage'),
  }),
] as const;
