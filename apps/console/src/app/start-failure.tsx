import { Center, MantineProvider } from '@mantine/core';
import { Failure } from '../parts/loaded.js';
import { COLORS, THEME } from './theme.js';

/** Shown when nobody could be signed in. */
export function StartFailure({ error }: { readonly error: unknown }) {
  const restart = () => location.assign(import.meta.env.BASE_URL);
  return (
    <MantineProvider theme={THEME} cssVariablesResolver={COLORS} defaultColorScheme="auto">
      <Center component="main" mih="100vh" p="md">
        <Failure title="Sign-in failed" art="sign-in" error={error} retry={restart} />
      </Center>
    </MantineProvider>
  );
}
