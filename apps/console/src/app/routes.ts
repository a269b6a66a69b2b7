import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAuditSearch } from '../audit/audit-search.js';
import { readAttestationSearch } from '../compliance/attestation-search.js';
import { readConsentSearch } from '../compliance/consent-search.js';
import { readRecordUseSearch } from '../compliance/record-use-search.js';
import { readSubjectSearch } from '../compliance/subject-search.js';
import { CONFLICT_FILTERS } from '../conflicts/conflict-search.js';
import { readDisputeSearch } from '../disputes/dispute-search.js';
import { HomePage } from '../home/home-page.js';
import { INVITATION_PATH } from '../invitations/invitation-link.js';
import { readCoverageSearch } from '../integration/coverage-search.js';
import { readDeliverySearch, readNoticeSearch } from '../notices/notice-search.js';
import { readLogSearch } from '../operation/log-search.js';
import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text } from '../parts/search.js';
import { readDraftSearch } from '../policies/policy-draft-search.js';
import { readVersionSearch } from '../policies/policy-search.js';
import { readQuerySearch } from '../queries/query-search.js';
import { readRecordSearch } from '../records/record-search.js';
import { readSimulationSearch } from '../simulations/simulation-search.js';
import { readSubmissionSearch } from '../submissions/submission-search.js';
import { readUsageSearch } from '../usage/usage-search.js';
import { rootRoute } from './root-route.js';

const getParentRoute = () => rootRoute;

/** Every view. Its component is loaded when the view is opened; `layout/views.ts` is the navigation. */
export const ROUTES = [
  createRoute({ getParentRoute, path: '/', component: HomePage }),
  createRoute({
    getParentRoute,
    path: INVITATION_PATH,
    component: lazyRouteComponent(
      () => import('../invitations/invitation-page.js'),
      'InvitationPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/queries',
    validateSearch: readQuerySearch,
    component: lazyRouteComponent(() => import('../queries/query-list-page.js'), 'QueryListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/queries/$queryEventId',
    component: lazyRouteComponent(
      () => import('../queries/explanation-page.js'),
      'ExplanationPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/certificates/$certificateId',
    component: lazyRouteComponent(
      () => import('../certificates/certificate-page.js'),
      'CertificatePage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/network-map',
    validateSearch: searchReader(PERIOD_SEARCH),
    component: lazyRouteComponent(
      () => import('../network-map/network-map-page.js'),
      'NetworkMapPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/policies',
    validateSearch: searchReader({ product: text }),
    component: lazyRouteComponent(() => import('../policies/policies-page.js'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/policies/$policyId',
    validateSearch: readVersionSearch,
    component: lazyRouteComponent(() => import('../policies/policy-page.js'), 'PolicyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/policies/$policyId/edit',
    component: lazyRouteComponent(() => import('../policies/edit-page.js'), 'EditPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/policies/$policyId/simulations/$simulationId',
    validateSearch: readSimulationSearch,
    component: lazyRouteComponent(
      () => import('../simulations/simulation-page.js'),
      'SimulationPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/policies/$policyId/simulations/$simulationId/queries/$queryEventId',
    component: lazyRouteComponent(
      () => import('../simulations/simulated-query-page.js'),
      'SimulatedQueryPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/furnishing-policies',
    validateSearch: searchReader({ product: text }),
    component: lazyRouteComponent(
      () => import('../furnishing-policies/policies-page.js'),
      'FurnishingPoliciesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/furnishing-policies/$policyId',
    component: lazyRouteComponent(
      () => import('../furnishing-policies/furnishing-policy-page.js'),
      'FurnishingPolicyPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/furnishing-policies/$policyId/edit',
    component: lazyRouteComponent(() => import('../furnishing-policies/edit-page.js'), 'EditPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/policy-drafts',
    validateSearch: readDraftSearch,
    component: lazyRouteComponent(
      () => import('../policies/policy-drafts-page.js'),
      'PolicyDraftsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/members',
    component: lazyRouteComponent(() => import('../members/members-page.js'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/institutions/$entityId',
    component: lazyRouteComponent(
      () => import('../institutions/institution-page.js'),
      'InstitutionPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/identity-conflicts',
    validateSearch: searchReader({ status: oneOf(CONFLICT_FILTERS) }),
    component: lazyRouteComponent(() => import('../conflicts/conflicts-page.js'), 'ConflictsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/identity-conflicts/$conflictId',
    component: lazyRouteComponent(() => import('../conflicts/conflict-page.js'), 'ConflictPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/subjects',
    validateSearch: readSubjectSearch,
    component: lazyRouteComponent(() => import('../compliance/subjects-page.js'), 'SubjectsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/subjects/$kind/$subjectId',
    validateSearch: searchReader(PERIOD_SEARCH),
    component: lazyRouteComponent(() => import('../compliance/subject-page.js'), 'SubjectPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/subjects/$kind/$subjectId/consents/$consentId',
    validateSearch: searchReader({ action: oneOf(['amend', 'revoke']) }),
    component: lazyRouteComponent(() => import('../compliance/consent-page.js'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/consents',
    validateSearch: readConsentSearch,
    component: lazyRouteComponent(() => import('../compliance/consents-page.js'), 'ConsentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/attestations',
    validateSearch: readAttestationSearch,
    component: lazyRouteComponent(
      () => import('../compliance/attestations-page.js'),
      'AttestationsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/attestations/$attestationId',
    component: lazyRouteComponent(
      () => import('../compliance/attestation-page.js'),
      'AttestationPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/records',
    validateSearch: readRecordSearch,
    component: lazyRouteComponent(() => import('../records/records-page.js'), 'RecordsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/records/$recordId',
    component: lazyRouteComponent(() => import('../records/record-page.js'), 'RecordPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/submissions',
    validateSearch: readSubmissionSearch,
    component: lazyRouteComponent(
      () => import('../submissions/submissions-page.js'),
      'SubmissionsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/submissions/$submissionId',
    component: lazyRouteComponent(
      () => import('../submissions/submission-page.js'),
      'SubmissionPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/documents',
    validateSearch: searchReader(ORDER_SEARCH),
    component: lazyRouteComponent(() => import('../documents/documents-page.js'), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/record-uses',
    validateSearch: readRecordUseSearch,
    component: lazyRouteComponent(
      () => import('../compliance/record-uses-page.js'),
      'RecordUsesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/notices',
    validateSearch: readNoticeSearch,
    component: lazyRouteComponent(() => import('../notices/notices-page.js'), 'NoticesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/notice-endpoints',
    component: lazyRouteComponent(() => import('../notices/endpoints-page.js'), 'EndpointsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/notice-endpoints/$endpointId',
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('../notices/endpoint-page.js'), 'EndpointPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/disputes',
    validateSearch: readDisputeSearch,
    component: lazyRouteComponent(() => import('../disputes/disputes-page.js'), 'DisputesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/disputes/$disputeId',
    component: lazyRouteComponent(() => import('../disputes/dispute-page.js'), 'DisputePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('../audit/audit-log-page.js'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tour',
    component: lazyRouteComponent(() => import('../integration/tour-page.js'), 'TourPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/coverage',
    validateSearch: readCoverageSearch,
    component: lazyRouteComponent(() => import('../integration/coverage-page.js'), 'CoveragePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/dry-run',
    validateSearch: searchReader({ product: text }),
    component: lazyRouteComponent(() => import('../integration/dry-run-page.js'), 'DryRunPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/usage',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('../usage/usage-page.js'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/usage/$queryEventId',
    component: lazyRouteComponent(() => import('../usage/evidence-page.js'), 'EvidencePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/services',
    component: lazyRouteComponent(() => import('../operation/services-page.js'), 'ServicesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/services/logs',
    validateSearch: readLogSearch,
    component: lazyRouteComponent(
      () => import('../operation/service-logs-page.js'),
      'ServiceLogsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/request-traces',
    component: lazyRouteComponent(
      () => import('../operation/request-traces-page.js'),
      'RequestTracesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/request-traces/$requestId',
    component: lazyRouteComponent(
      () => import('../operation/request-trace-page.js'),
      'RequestTracePage',
    ),
  }),
] as const;
