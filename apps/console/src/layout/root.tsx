import { Center, Loader } from '@mantine/core';
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Failure } from '../parts/loaded.js';
import { SessionProvider } from '../session/session.js';
import { Shell } from './shell.js';

/** Reads who is signed in, and shows the view of the address. */
export function Root() {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary
          getResetKey={() => 'session'}
          onCatch={reset}
          errorComponent={({ error, reset: again }) => (
            <Center component="main" mih="100vh" p="md">
              <Failure title="The console cannot be opened" error={error} retry={again} />
            </Center>
          )}
        >
          <Suspense
            fallback={
              <Center mih="100vh" role="status" aria-label="Loading">
                <Loader />
              </Center>
            }
          >
            <SessionProvider>
              <Shell>
                <Outlet />
              </Shell>
            </SessionProvider>
          </Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}
