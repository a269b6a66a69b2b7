import type { ReactNode } from 'react';
import { Loaded, type Query } from './loaded.js';
import { Page } from './page.js';

interface LoadedPageProps<Data> {
  readonly query: Query<Data>;
  /** The heading until the data is loaded. */
  readonly title: string;
  readonly back: ReactNode;
  /** The page, which has its own heading. */
  readonly children: (data: Data) => ReactNode;
}

/** A view whose heading depends on its data. */
export function LoadedPage<Data>({ query, title, back, children }: LoadedPageProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={title} back={back}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}
