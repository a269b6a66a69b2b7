import { MantineProvider } from '@mantine/core';
import { createNdxClient } from '@ndx/client';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ConsoleConfig } from '../session/console-config.js';
import type { SignIn } from '../session/sign-in.js';
import { ApiProvider } from './api.js';
import { router } from './router.js';
import { COLORS, THEME } from './theme.js';

/** A person waits for the error of a server that does not respond, so it is shown soon. */
const RETRY = { seconds: 5 };

/** The client of the API repeats requests itself, so a failed query is shown at once. */
const QUERIES = new QueryClient({
  defaultOptions: {
    // A reader who returns to a list within the hour finds the parts that were loaded.
    queries: {
      ...{ retry: false, staleTime: 10_000, gcTime: 3_600_000 },
      // Another window, or another reader, may have changed what is shown.
      refetchOnWindowFocus: 'always',
    },
  },
});

/** A window beside another one stays visible, and gets the focus. */
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus();
  window.addEventListener('focus', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', listener);
  };
});

export function Console({ config, signIn }: { config: ConsoleConfig; signIn: SignIn }) {
  const api = useMemo(() => {
    const { gatewayUrl, dashboardUrl, logsUrl, name, logoUrl } = config;
    const ndx = createNdxClient({ baseUrl: gatewayUrl, token: signIn.token, retry: RETRY });
    return { ndx, signIn, gatewayUrl, dashboardUrl, logsUrl, name, logoUrl };
  }, [config, signIn]);
  return (
    <MantineProvider theme={THEME} cssVariablesResolver={COLORS} defaultColorScheme="auto">
      <QueryClientProvider client={QUERIES}>
        <ApiProvider value={api}>
          <RouterProvider router={router} />
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
