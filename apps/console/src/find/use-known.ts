import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { usePermittedSections } from '../layout/use-permitted-sections.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { actionOn, type Found } from './found.js';
import { matches } from './matches.js';

/** Most results of one kind; more letters of the name leave fewer. */
const MOST = 6;

/**
 * The pages of the console, the institutions, policies and accounts with a name or an id, from
 * lists that are read once.
 */
export function useKnown(network: Network | undefined, text: string): readonly Found[] {
  const pages = usePages();
  const named = useNamed(network);
  const id = text.toLowerCase();
  return [...pages, ...named].flatMap((items) =>
    items
      .filter(({ key, of = key, label, words = label }) => matches(words, text) || of === id)
      .slice(0, MOST),
  );
}

interface Known extends Found {
  /** Instead of the label. */
  readonly words?: string;
  /** Instead of the key: the id of what it is about. */
  readonly of?: string;
}

/** The views that the navigation has for the account: by label first, then by their task. */
function usePages(): readonly (readonly Known[])[] {
  const views = usePermittedSections().flatMap((section) => section.views);
  const home = { path: '/', label: 'Home', task: '' } as const;
  return [
    [home, ...views].map(({ path, label, task }) => ({
      ...{ key: path, kind: 'Page', label, link: { to: path } },
      ...(task !== '' && { words: `${label} ${task}`, detail: task }),
    })),
  ];
}

function useNamed(network: Network | undefined): readonly (readonly Known[])[] {
  const { ndx } = useApi();
  const { caller, may } = useSession();
  const network_id = network?.network_id ?? '';
  const isMember = network !== undefined;
  const path = { network_id };
  const institutions = useQuery({
    ...allQuery(ndx, 'listParticipants', { path }),
    enabled: isMember,
  });
  const policies = { query: { network_id } };
  const enabled = isMember && may('policy:read');
  const querying = useQuery({ ...allQuery(ndx, 'listQueryingPolicies', policies), enabled });
  const furnishing = useQuery({ ...allQuery(ndx, 'listFurnishingPolicies', policies), enabled });
  const own = { path: { network_id, entity_id: caller.entity_id } };
  const accounts = useQuery({
    ...allQuery(ndx, 'listAccounts', own),
    enabled: isMember && may('network:admin'),
  });
  return [
    (institutions.data ?? []).map(({ entity_id: entityId, name, roles }) => ({
      ...{ key: entityId, kind: 'Institution', label: name, detail: roles.map(inWords).join(', ') },
      link: { to: '/institutions/$entityId', params: { entityId } },
    })),
    (querying.data ?? []).map(({ id: policyId, name, status }) => ({
      ...{ key: policyId, kind: 'Querying policy', label: name, detail: inWords(status) },
      link: { to: '/policies/$policyId', params: { policyId } },
    })),
    (furnishing.data ?? []).map(({ id: policyId, name }) => ({
      ...{ key: policyId, kind: 'Furnishing policy', label: name },
      link: { to: '/furnishing-policies/$policyId', params: { policyId } },
    })),
    (network?.roles.includes('governor') ? (institutions.data ?? []) : []).map(
      ({ entity_id: key, name }) => ({
        ...actionOn(
          { key },
          `What ${name} did`,
          { to: '/audit-log', search: { related_id: key } },
          'audit:read',
        ),
        ...{ words: name, of: key },
      }),
    ),
    (accounts.data ?? []).map(({ account_id: key, subject, entity_id: entityId }) => ({
      ...{ key, kind: 'Account', label: subject, detail: caller.institution_name },
      link: { to: '/institutions/$entityId', params: { entityId } },
    })),
  ];
}
