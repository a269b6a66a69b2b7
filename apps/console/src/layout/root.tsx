import { Center, Loader } from '@mantine/core';
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { INVITATION_PATH } from '../invitations/invitation-link.js';
import { Failure } from '../parts/loaded.js';
import { SessionProvider } from '../session/session.js';
import { Shell } from './shell.js';

/** Reads who is signed in, and shows the view of the address. */
export function Root() {
  const { pathname } = useLocation();
  // A person with an invitation has no account yet.
  const isForUsers = pathname === INVITATION_PATH;
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary
          getResetKey={() => String(isForUsers)}
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
            {isForUsers ? (
              <Outlet />
            ) : (
              <SessionProvider>
                <Shell>
                  <Outlet />
                </Shell>
              </SessionProvider>
            )}
          </Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}
