import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { useNetwork } from '../layout/use-network.js';
import { plural } from '../parts/words.js';
import { isUuid } from '../queries/find-query.js';
import { useSession } from '../session/session.js';
import { findSubjects } from './find-subjects.js';
import { ACTION, type Found } from './found.js';
import { subjectSearches, type SubjectSearch } from './subject-searches.js';
import { useKnown } from './use-known.js';
import { isId, useLookUp } from './use-look-up.js';

/** A search that runs when it is chosen. */
export interface Offer {
  readonly key: string;
  readonly kind: string;
  readonly label: string;
  readonly detail: string;
  readonly run: () => void;
}

export type Option = Found | Offer;

interface Options {
  readonly options: readonly Option[];
  /** What was found, in words. */
  readonly status: string;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Milliseconds without input after which an id is looked up. */
const PAUSE = 250;

/** What the search box offers for a text. */
export function useOptions(text: string): Options {
  const network = useNetwork();
  const { may } = useSession();
  const [settled] = useDebouncedValue(text, PAUSE);
  const known = useKnown(network, text);
  const lookUp = useLookUp(network, settled);
  const subjects = useSubjectSearch(text);
  const isLookedUp = isId(text) && network !== undefined;
  const isPending = subjects.isPending || (isLookedUp && (text !== settled || lookUp.isFetching));
  const found = isLookedUp && text === settled ? (lookUp.data ?? []) : [];
  const names = new Set(found.map(({ key }) => key));
  const results = [
    ...known.filter(({ key }) => !names.has(key)),
    ...found,
    ...subjects.found,
  ].filter(({ needs = [] }) => needs.every(may));
  return {
    options: [...results, ...subjects.offers],
    isPending,
    error: lookUp.error ?? subjects.error,
    status: isPending
      ? 'Searching'
      : statusOf(text, results.filter(({ kind }) => kind !== ACTION).length),
  };
}

function statusOf(text: string, results: number): string {
  if (text === '') return 'Type a part of a name, or paste an id.';
  if (results > 0) return plural(results, 'result');
  return isUuid(text)
    ? 'Nothing that your account may read has this id in this network.'
    : 'Nothing that your account may read has this name or id in this network.';
}

/** Subjects are searched when the reader chooses it: each search is an entry of the audit log. */
function useSubjectSearch(text: string) {
  const { ndx } = useApi();
  const { may } = useSession();
  const client = useQueryClient();
  const networkId = useNetwork()?.network_id;
  const search = useMutation({
    mutationFn: ({ kind, criteria }: SubjectSearch & { readonly of: string }) =>
      findSubjects({ ndx, client, networkId: networkId ?? '' }, kind, criteria),
  });
  const mayAsk = networkId !== undefined && may('entity:search') && text !== '' && !isUuid(text);
  const run = search.variables?.of === text ? search : undefined;
  const done = run?.isSuccess === true ? run.variables.label : undefined;
  const offers = subjectSearches(text)
    .filter(({ label }) => mayAsk && label !== done)
    .map((one): Offer => ({
      ...{ key: one.kind, kind: 'Subjects', label: one.label },
      detail: 'The audit log records the search.',
      run: () => search.mutate({ ...one, of: text }),
    }));
  return {
    offers,
    found: run?.data ?? [],
    isPending: run?.isPending === true,
    error: run?.error ?? null,
  };
}
