import { kybCertificate } from '@ndx/catalog';
import {
  BOUNDS,
  EXAMPLE_IDS,
  MAX_NOTICE_WINDOW_DAYS,
  NOTICE_ENDPOINT_DISABLERS,
  NOTICE_ENDPOINT_STATES,
  NOTICE_KINDS,
  WEBHOOK_ALGORITHMS,
  type NoticeEndpointState,
  type NoticeKind,
  type WebhookAlgorithm,
} from '@ndx/contracts';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
} from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { ExpectedRevision, Omittable, Text, together, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { NOTICE_ENDPOINT, NOTICE_ENDPOINTS, NoticeEndpointPath } from './notice-endpoint-path.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

/** A filter by a list; null or no member: everything. */
function Filter(maxSize: number): PropertyDecorator {
  return together(IsOptional(), ArrayUnique(), ArrayMaxSize(maxSize), ArrayMinSize(1), IsArray());
}

/** The members that both requests have; null or no member: the default. */
abstract class NoticeEndpointTermsDto {
  @IsOptional()
  @Text(2_000)
  readonly url?: string | null;

  @Uuid({ each: true })
  @Filter(100)
  readonly network_ids?: readonly string[] | null;

  @Uuid({ each: true })
  @Filter(100)
  readonly product_ids?: readonly string[] | null;

  @IsIn(NOTICE_KINDS, { each: true })
  @Filter(NOTICE_KINDS.length)
  readonly kinds?: readonly NoticeKind[] | null;

  @IsOptional()
  @Max(MAX_NOTICE_WINDOW_DAYS)
  @Min(1)
  @IsInt()
  readonly window_days?: number | null;

  @IsOptional()
  @Text(500)
  readonly description?: string | null;
}

class CreateNoticeEndpointDto extends NoticeEndpointTermsDto {
  @Omittable()
  @IsIn(WEBHOOK_ALGORITHMS)
  readonly algorithm?: WebhookAlgorithm;
}

class ReplaceNoticeEndpointDto extends NoticeEndpointTermsDto {
  @IsIn(NOTICE_ENDPOINT_STATES)
  readonly state!: NoticeEndpointState;

  @ExpectedRevision()
  readonly expected_revision?: number;
}

const MEMBERS = {
  endpoint_id: wire.uuid,
  url: wire.nullable(wire.text),
  network_ids: wire.nullable(wire.listOf(wire.uuid)),
  product_ids: wire.nullable(wire.listOf(wire.uuid)),
  kinds: wire.nullable(wire.listOf(wire.oneOf(NOTICE_KINDS))),
  window_days: wire.nullable(wire.integer),
  description: wire.nullable(wire.text),
  state: wire.oneOf(NOTICE_ENDPOINT_STATES),
  disabled_by: wire.nullable(wire.oneOf(NOTICE_ENDPOINT_DISABLERS)),
  algorithm: wire.oneOf(WEBHOOK_ALGORITHMS),
  public_keys: wire.listOf(wire.text),
  previous_secret_expires_at: wire.nullable(wire.timestamp),
  created_at: wire.timestamp,
  revision: wire.count,
} as const;

const NoticeEndpoint = wire.record('NoticeEndpoint', MEMBERS);

/** The answers to the two requests that create a secret. */
const NoticeEndpointSecret = wire.record('NoticeEndpointSecret', {
  ...MEMBERS,
  secret: wire.nullable(wire.text),
});

const OF_TERMS = ['invalid_url', 'unknown_product', 'role_missing'] as const;
const NOT_FOUND = ['not_found'] as const;

export const createNoticeEndpoint = declareOperation({
  id: 'createNoticeEndpoint',
  method: 'POST',
  path: NOTICE_ENDPOINTS,
  service: 'product-query',
  permission: 'notice:write',
  summary: 'Create a notice endpoint',
  description: `Notices about the answers of the institution that satisfy the filters are sent to \`url\` as Standard Webhooks. Without a \`url\` they are only listed. The answer shows the \`secret\`, and no other one does. An institution has at most ${BOUNDS.noticeEndpoint.perInstitution} endpoints.`,
  request: { body: CreateNoticeEndpointDto },
  answer: NoticeEndpointSecret,
  example: { url: 'https://bank.example.com/notices', kinds: ['changed', 'withdrawn'] },
  refusals: [...OF_TERMS, 'limit_reached'],
  words: {
    'NoticeWebhook.type': ['`notice.` and the kind of the notice.', 'notice.withdrawn'],
    'NoticeWebhook.timestamp': ['The time of the notice.', '2026-01-20T09:30:00.000Z'],
    'NoticeWebhook.data': 'The notice.',
    endpoint_id: ['The notice endpoint.', EXAMPLE_IDS.endpoint],
    'CreateNoticeEndpoint.url': [
      'The address of the receiver.',
      'https://bank.example.com/notices',
    ],
    'ReplaceNoticeEndpoint.url': [
      'The address of the receiver.',
      'https://bank.example.com/notices',
    ],
    'NoticeEndpoint.url': [
      'The address of the receiver; null if notices are only listed.',
      'https://bank.example.com/notices',
    ],
    'NoticeEndpointSecret.url': [
      'The address of the receiver; null if notices are only listed.',
      'https://bank.example.com/notices',
    ],
    product_ids: ['The products and templates; null for all.', [kybCertificate.id]],
    'CreateNoticeEndpoint.network_ids': ['The networks; null for all.', [EXAMPLE_IDS.network]],
    'ReplaceNoticeEndpoint.network_ids': ['The networks; null for all.', [EXAMPLE_IDS.network]],
    'NoticeEndpoint.network_ids': ['The networks; null for all.', [EXAMPLE_IDS.network]],
    'NoticeEndpointSecret.network_ids': ['The networks; null for all.', [EXAMPLE_IDS.network]],
    kinds: ['The kinds of notices; null for all.', ['changed', 'withdrawn']],
    window_days: [
      `The number of days after an answer for which there are notices about it; null for the longest \`max_age_days\` of the answer's sections in the policy and a day, at most and without one ${MAX_NOTICE_WINDOW_DAYS}.`,
      90,
    ],
    description: ['A note of the institution.', 'Compliance system'],
    algorithm: 'The signature of the webhooks: `v1` or `v1a` of Standard Webhooks.',
    'NoticeEndpoint.state': 'Whether the endpoint gets notices.',
    'NoticeEndpointSecret.state': 'Whether the endpoint gets notices.',
    'ReplaceNoticeEndpoint.state': 'Whether the endpoint gets notices.',
    disabled_by:
      'Whether the institution disabled the endpoint, or its receiver, which answered 410; null for an enabled one.',
    public_keys: [
      'The keys that verify the signatures of `ed25519`, the newest first; empty for `hmac_sha256`.',
      ['whpk_FzF2mzTRsurOyqOGDgKsPGTpnmTZFHd5/vHR8RPHZhI='],
    ],
    previous_secret_expires_at: [
      'The time until which webhooks are also signed with the secret before the last rotation; null without one.',
      '2026-01-16T09:30:00.000Z',
    ],
    'NoticeEndpoint.revision': ['The number of the last change, from 1.', 1],
    'NoticeEndpointSecret.revision': ['The number of the last change, from 1.', 1],
    'NoticeEndpointSecret.secret': [
      'The secret that verifies the signatures of `hmac_sha256`; null for `ed25519`.',
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    ],
  },
});

export const listNoticeEndpoints = declareOperation({
  id: 'listNoticeEndpoints',
  method: 'GET',
  path: NOTICE_ENDPOINTS,
  service: 'product-query',
  permission: 'notice:read',
  summary: "List the institution's notice endpoints, oldest first",
  request: { query: CursorQuery },
  answer: pageOf('NoticeEndpointPage', NoticeEndpoint),
  refusals: CURSOR_REFUSAL,
});

export const readNoticeEndpoint = declareOperation({
  id: 'readNoticeEndpoint',
  method: 'GET',
  path: NOTICE_ENDPOINT,
  service: 'product-query',
  permission: 'notice:read',
  summary: 'Read a notice endpoint',
  request: { path: NoticeEndpointPath },
  answer: NoticeEndpoint,
  refusals: NOT_FOUND,
});

export const replaceNoticeEndpoint = declareOperation({
  id: 'replaceNoticeEndpoint',
  method: 'PUT',
  path: NOTICE_ENDPOINT,
  service: 'product-query',
  permission: 'notice:write',
  summary: 'Replace the terms of a notice endpoint',
  description:
    'A member that is absent gets its default. The secret stays. Pending deliveries go to the new address; those of a disabled endpoint wait, and are parked after three days.',
  request: { path: NoticeEndpointPath, body: ReplaceNoticeEndpointDto },
  answer: NoticeEndpoint,
  example: { url: 'https://bank.example.com/notices', state: 'enabled' },
  refusals: [...OF_TERMS, ...NOT_FOUND, 'version_mismatch'],
});

export const deleteNoticeEndpoint = declareOperation({
  id: 'deleteNoticeEndpoint',
  method: 'DELETE',
  path: NOTICE_ENDPOINT,
  service: 'product-query',
  permission: 'notice:write',
  summary: 'Delete a notice endpoint and its deliveries',
  description: 'Answers with the endpoint as it was. The notices stay listed.',
  request: { path: NoticeEndpointPath },
  answer: NoticeEndpoint,
  refusals: NOT_FOUND,
});

export const rotateNoticeSecret = declareOperation({
  id: 'rotateNoticeSecret',
  method: 'POST',
  path: `${NOTICE_ENDPOINT}/rotate-secret`,
  service: 'product-query',
  permission: 'notice:write',
  summary: 'Rotate the secret of a notice endpoint',
  description:
    'The answer shows the new secret, and no other one does. For 24 hours webhooks are signed with the new secret and the one before it; a second rotation ends the older one.',
  request: { path: NoticeEndpointPath },
  answer: NoticeEndpointSecret,
  refusals: NOT_FOUND,
});
