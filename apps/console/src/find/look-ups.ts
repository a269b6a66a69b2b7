import type { NdxClient, QueryEvent } from '@ndx/client';
import { dataOrAbsent } from '../app/absent.js';
import { inMilliseconds } from '../operation/path-of-request.js';
import { inWords, plural } from '../parts/words.js';
import { queryOfRequest } from '../queries/find-query.js';
import type { Permission } from '../session/session.js';
import { actionOn, type Found } from './found.js';

/** What a look-up has of a page that it found; of another resource, also its id and kind. */
type Page = Omit<Found, 'key' | 'kind'> & Partial<Pick<Found, 'key' | 'kind'>>;

interface LookUp {
  readonly kind: string;
  /** Of the operation and of the page. */
  readonly needs: readonly Permission[];
  /** Only for governors of the selected network. */
  readonly ofGovernors?: true;
  readonly find: (
    ndx: NdxClient,
    id: string,
    networkId: string,
  ) => Promise<Page | readonly Page[] | undefined>;
}

/** Each resource that can be read by its id and has a page. What the reader may not see is absent. */
export const LOOK_UPS: readonly LookUp[] = [
  {
    kind: 'Query',
    needs: ['billing:read'],
    find: async (ndx, id) => {
      const event = await dataOrAbsent(ndx.readQueryEvent({ path: { query_event_id: id } }));
      return event && pageOfQuery(event);
    },
  },
  {
    kind: 'Certificate',
    needs: ['product:query', 'billing:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readKybCertificate({ path: { certificate_id: id } }));
      return (
        found && [
          {
            label: 'KYB certificate',
            link: { to: '/certificates/$certificateId', params: { certificateId: id } },
          },
          {
            ...{ key: found.query_event_id, kind: 'Query', label: 'KYB certificate' },
            ...{ detail: 'issued the certificate', link: linkOfQuery(found.query_event_id) },
          },
        ]
      );
    },
  },
  {
    kind: 'Querying policy',
    needs: ['policy:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readQueryingPolicy({ path: { policy_id: id } }));
      return (
        found && {
          label: found.name,
          detail: inWords(found.status),
          link: {
            to: '/policies/$policyId',
            params: { policyId: id },
            ...(found.network_id !== null && { search: { network: found.network_id } }),
          },
        }
      );
    },
  },
  {
    kind: 'Furnishing policy',
    needs: ['policy:read'],
    find: async (ndx, id, networkId) => {
      const request = { path: { policy_id: id }, query: { network_id: networkId } };
      const found = await dataOrAbsent(ndx.readFurnishingPolicy(request));
      const to = '/furnishing-policies/$policyId';
      return found && { label: found.name, link: { to, params: { policyId: id } } };
    },
  },
  {
    kind: 'Consent',
    needs: ['consent:read', 'entity:search'],
    find: async (ndx, id, networkId) => {
      const request = { path: { consent_id: id }, query: { network_id: networkId } };
      const [business, consumer] = await Promise.all([
        dataOrAbsent(ndx.readBusinessConsent(request)),
        dataOrAbsent(ndx.readConsumerConsent(request)),
      ]);
      if (business) return pageOfConsent('business', business.business_id, business);
      return consumer && pageOfConsent('consumer', consumer.consumer_id, consumer);
    },
  },
  {
    kind: 'Record',
    needs: ['network:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readRecord({ path: { record_id: id } }));
      return (
        found && {
          label: inWords(found.dataset),
          detail: inWords(found.state),
          link: {
            to: '/records/$recordId',
            params: { recordId: id },
            search: { network: found.network_id },
          },
        }
      );
    },
  },
  {
    kind: 'Dispute',
    needs: ['network:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readDispute({ path: { dispute_id: id } }));
      const to = '/disputes/$disputeId';
      return (
        found && {
          label: `Dispute of ${inWords(found.model_name)}`,
          detail: inWords(found.state),
          link: { to, params: { disputeId: id }, search: { network: found.network_id } },
        }
      );
    },
  },
  {
    kind: 'Attestation',
    needs: ['attestation:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readAttestation({ path: { attestation_id: id } }));
      return (
        found && {
          label: `Signed by ${found.signed_by_name}`,
          detail: inWords(found.status),
          link: { to: '/attestations/$attestationId', params: { attestationId: id } },
        }
      );
    },
  },
  {
    kind: 'Identity conflict',
    needs: ['network:admin'],
    ofGovernors: true,
    find: async (ndx, id, networkId) => {
      const path = { network_id: networkId, conflict_id: id };
      const found = await dataOrAbsent(ndx.readIdentityConflict({ path }));
      const to = '/identity-conflicts/$conflictId';
      return (
        found && {
          label: inWords(found.kind),
          detail: inWords(found.status),
          link: { to, params: { conflictId: id } },
        }
      );
    },
  },
  {
    kind: 'Submission',
    needs: ['data:furnish'],
    find: async (ndx, id) => {
      const request = { path: { submission_id: id }, query: { limit: 1 } };
      const found = await dataOrAbsent(ndx.listSubmittedRecords(request));
      const to = '/submissions/$submissionId';
      return found && { label: 'Submission', link: { to, params: { submissionId: id } } };
    },
  },
  {
    kind: 'Document',
    needs: ['data:furnish'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readDocument({ path: { document_id: id } }));
      return (
        found && {
          label: found.file_name ?? 'Document',
          detail: inWords(found.state),
          link: { to: '/documents' },
        }
      );
    },
  },
  {
    kind: 'Simulation',
    needs: ['network:admin', 'policy:read'],
    ofGovernors: true,
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readSimulation({ path: { simulation_id: id } }));
      const to = '/policies/$policyId/simulations/$simulationId';
      return (
        found && {
          label: 'Simulation of past queries',
          detail: inWords(found.status),
          link: {
            to,
            params: { policyId: found.policy_id, simulationId: id },
            search: { network: found.network_id },
          },
        }
      );
    },
  },
  {
    kind: 'Notice',
    needs: ['notice:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readNotice({ path: { notice_id: id } }));
      if (found === undefined) return undefined;
      const { certificate_id: certificate, subject_id: subject } = found;
      return {
        label: 'Notice of a changed answer',
        detail: inWords(found.kind),
        link: {
          to: '/notices',
          search: { ...(certificate !== null ? { certificate } : subject !== null && { subject }) },
        },
      };
    },
  },
  {
    kind: 'Notice endpoint',
    needs: ['notice:read'],
    find: async (ndx, id) => {
      const found = await dataOrAbsent(ndx.readNoticeEndpoint({ path: { endpoint_id: id } }));
      const to = '/notice-endpoints/$endpointId';
      return (
        found && { label: found.url ?? 'List of notices', link: { to, params: { endpointId: id } } }
      );
    },
  },
];

/** The query of a request id. */
export async function findByRequestId(
  ndx: NdxClient,
  networkId: string,
  requestId: string,
): Promise<Found | undefined> {
  const event = await queryOfRequest(ndx, networkId, requestId);
  return event && { ...pageOfQuery(event), key: event.query_event_id, kind: 'Query' };
}

/** The path of a request id, where the deployment keeps it. */
export async function findPath(ndx: NdxClient, requestId: string): Promise<Found | undefined> {
  const path = { request_id: requestId };
  const trace = await dataOrAbsent(ndx.readRequestTrace({ path }));
  return (
    trace && {
      ...{ key: requestId, kind: 'Request', label: 'Path of a request' },
      detail: `${plural(trace.spans.length, 'span')} in ${inMilliseconds(trace.duration_ms)}`,
      link: { to: '/request-traces/$requestId', params: { requestId } },
    }
  );
}

function pageOfQuery({ query_event_id, product_slug, outcome }: QueryEvent): Page {
  return {
    label: inWords(product_slug),
    detail: outcome === 'issued' ? '200, a result' : '204, no result',
    link: linkOfQuery(query_event_id),
  };
}

function linkOfQuery(queryEventId: string): Page['link'] {
  return { to: '/queries/$queryEventId', params: { queryEventId } };
}

function pageOfConsent(
  kind: 'business' | 'consumer',
  subjectId: string,
  { consent_id: consentId, status }: { readonly consent_id: string; readonly status: string },
): readonly Page[] {
  const link = {
    to: '/subjects/$kind/$subjectId/consents/$consentId',
    params: { kind, subjectId, consentId },
  } as const;
  const act = (label: string, action: 'amend' | 'revoke') =>
    actionOn({ key: consentId }, label, { ...link, search: { action } }, 'consent:write');
  return [
    { label: `Consent of a ${kind}`, detail: inWords(status), link },
    ...(status === 'active'
      ? [act('Amend this consent…', 'amend'), act('Revoke this consent…', 'revoke')]
      : []),
  ];
}
