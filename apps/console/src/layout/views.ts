import {
  IconArrowsSplit2,
  IconBell,
  IconBuildingBank,
  IconCertificate,
  IconClipboardCheck,
  IconDatabase,
  IconDatabaseImport,
  IconFileSpreadsheet,
  IconFiles,
  IconHistory,
  IconListSearch,
  IconMessageReport,
  IconPencilCheck,
  IconReceipt,
  IconRoute,
  IconServerCog,
  IconShieldCog,
  IconShieldSearch,
  IconTimeline,
  IconTopologyStar3,
  IconUserSearch,
  IconWebhook,
  IconWritingSign,
  IconZoomCheck,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '../session/session.js';

export interface View {
  readonly path: NonNullable<LinkProps['to']>;
  readonly label: string;
  /** The task of the view, shown on the home page. */
  readonly task: string;
  /** What an account with a further permission also does there, as the next sentence of the task. */
  readonly change?: { readonly permission: Permission; readonly task: string };
  readonly icon: Icon;
  /** The view and the views below its path are absent without it; the server checks it too. */
  readonly permission: Permission;
  /** Without any of these the view has no task for the account, and the navigation leaves it out. */
  readonly tasks?: readonly Permission[];
}

export interface ViewSection {
  readonly label: string;
  readonly views: readonly View[];
}

/** The navigation, in its order. A section without a permitted view is absent. */
export const VIEW_SECTIONS: readonly ViewSection[] = [
  {
    label: 'Network and policies',
    views: [
      {
        path: '/queries',
        label: 'Queries',
        task: 'See who queried what, and why a query had no result (204). Paste an X-Ref-Id to explain one response.',
        icon: IconListSearch,
        permission: 'billing:read',
      },
      {
        path: '/network-map',
        label: 'Network map',
        task: 'See which furnishers had the records in the answers of which institutions, and how often.',
        icon: IconTopologyStar3,
        permission: 'billing:read',
      },
      {
        path: '/policies',
        label: 'Querying policies',
        task: 'See what each querying policy releases, and compare two versions in words.',
        change: { permission: 'policy:write', task: 'Draft, publish or enforce a policy.' },
        icon: IconShieldCog,
        permission: 'policy:read',
      },
      {
        path: '/furnishing-policies',
        label: 'Furnishing policies',
        task: 'See which records the network accepts for each product.',
        change: { permission: 'policy:write', task: 'Draft, activate and end the rules.' },
        icon: IconClipboardCheck,
        permission: 'policy:read',
      },
      {
        path: '/policy-drafts',
        label: 'Policy drafts',
        task: 'See the open drafts of every network that you govern: by whom, since when, and which await an approval.',
        icon: IconPencilCheck,
        permission: 'policy:read',
        tasks: ['policy:write', 'network:admin'],
      },
      {
        path: '/members',
        label: 'Members',
        task: 'Register and admit institutions, change their roles, add and suspend their accounts.',
        icon: IconBuildingBank,
        permission: 'network:admin',
      },
      {
        path: '/identity-conflicts',
        label: 'Identity conflicts',
        task: 'Decide whether subjects that share an identifier are the same: merge them or keep them apart.',
        icon: IconArrowsSplit2,
        permission: 'network:admin',
      },
    ],
  },
  {
    label: 'Compliance',
    views: [
      {
        path: '/subjects',
        label: 'Subjects',
        task: 'Find a business or a consumer, and see what happened to it.',
        change: { permission: 'billing:read', task: 'It has who read its data, and why.' },
        icon: IconUserSearch,
        permission: 'entity:search',
      },
      {
        path: '/consents',
        label: 'Consents',
        task: 'See the consents that your institution recorded and which end soon.',
        change: { permission: 'consent:write', task: 'Record, amend or revoke one.' },
        icon: IconWritingSign,
        permission: 'consent:read',
      },
      {
        path: '/notices',
        label: 'Notices',
        task: 'See which answers of your institution would be different today, and what differs.',
        icon: IconBell,
        permission: 'notice:read',
      },
      {
        path: '/attestations',
        label: 'Attestations',
        task: 'See what your institution attests to, and until when.',
        change: { permission: 'attestation:write', task: 'Attest, or revoke an attestation.' },
        icon: IconCertificate,
        permission: 'attestation:read',
      },
      {
        path: '/submissions',
        label: 'Submissions',
        task: 'See what your institution furnished, newest first: the accepted records, their state and their disputes.',
        icon: IconDatabaseImport,
        permission: 'data:furnish',
      },
      {
        path: '/records',
        label: 'Records',
        task: 'See the records that your institution furnished, and which are withdrawn or corrected.',
        icon: IconDatabase,
        permission: 'network:read',
        tasks: ['data:furnish'],
      },
      {
        path: '/documents',
        label: 'Documents',
        task: 'Upload a document of up to 20 MiB that a record references, and see whether it is complete and scanned.',
        icon: IconFiles,
        permission: 'data:furnish',
      },
      {
        path: '/record-uses',
        label: 'Uses of records',
        task: 'See which queries used the records that your institution furnished, and which policies excluded them.',
        icon: IconHistory,
        permission: 'data:furnish',
      },
      {
        path: '/disputes',
        label: 'Disputes',
        task: 'See the disputes of records, overdue first.',
        change: {
          permission: 'data:furnish',
          task: 'Acknowledge and decide those of your records.',
        },
        icon: IconMessageReport,
        permission: 'network:read',
        tasks: ['data:furnish', 'product:query', 'notice:read', 'network:admin', 'audit:read'],
      },
      {
        path: '/audit-log',
        label: 'Audit log',
        task: 'Read the audit log of the network: who changed what, and when. Verify that no entry was altered or removed.',
        icon: IconShieldSearch,
        permission: 'audit:read',
      },
    ],
  },
  {
    label: 'Integration',
    views: [
      {
        path: '/tour',
        label: 'Guided tour',
        task: 'Send the five requests of the main job, and copy each as curl, command line or TypeScript.',
        icon: IconRoute,
        permission: 'policy:read',
        tasks: ['data:furnish', 'policy:write', 'product:query'],
      },
      {
        path: '/coverage',
        label: 'Coverage check',
        task: 'See which furnishers have data about a subject, and how a query would be answered. It is not billed.',
        icon: IconZoomCheck,
        permission: 'product:check',
      },
      {
        path: '/notice-endpoints',
        label: 'Notice endpoints',
        task: 'See where notices of your institution are sent, and which were delivered.',
        change: {
          permission: 'notice:write',
          task: 'Choose the address and the kinds, rotate the secret, and retry deliveries.',
        },
        icon: IconWebhook,
        permission: 'notice:read',
      },
      {
        path: '/dry-run',
        label: 'Check a file',
        task: 'Validate the rows of a CSV file as the network would, see each rejected row, and furnish the file.',
        icon: IconFileSpreadsheet,
        permission: 'data:furnish',
      },
    ],
  },
  {
    label: 'Billing',
    views: [
      {
        path: '/usage',
        label: 'Usage',
        task: 'See the queries per product and day, the quantities of a statement, and the evidence of each query.',
        icon: IconReceipt,
        permission: 'billing:read',
      },
    ],
  },
  {
    label: 'Operation',
    views: [
      {
        path: '/services',
        label: 'Services',
        task: 'See the health and the lag of each service, and redrive parked events.',
        icon: IconServerCog,
        permission: 'service:read',
      },
      {
        path: '/request-traces',
        label: 'Request paths',
        task: 'See which processes a request reached, what each did and how long it took, by its request id.',
        icon: IconTimeline,
        permission: 'service:read',
      },
    ],
  },
];

export const VIEWS: readonly View[] = VIEW_SECTIONS.flatMap(({ views }) => views);
