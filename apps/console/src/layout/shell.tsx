import { AppShell, Badge, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../app/api.js';
import iconUrl from '../app/icon.svg';
import { FindButton } from '../find/find-button.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { AccountMenu } from './account-menu.js';
import { NetworkOfAddress } from './network-of-address.js';
import { NetworkSelect } from './network-select.js';
import { isIn, Navigation } from './navigation.js';
import classes from './shell.module.css';
import { NotPermitted } from './not-permitted.js';
import { VIEWS } from './views.js';

/** The frame of every view: the navigation, the network and the account. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure();
  const { environment } = useSession().caller;
  const { name, logoUrl = iconUrl } = useApi();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <a className={classes['skip']} href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
              aria-expanded={opened}
            />
            <UnstyledButton renderRoot={(props) => <Link to="/" {...props} />}>
              <Group gap="xs" wrap="nowrap">
                <img src={logoUrl} alt="Home:" width={24} height={24} />
                <Text fw={650} visibleFrom="sm" className={classes['name']}>
                  {name}
                </Text>
              </Group>
            </UnstyledButton>
            {environment !== 'production' && (
              <Badge color="gray" visibleFrom="sm">
                {inWords(environment)}
              </Badge>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <FindButton />
            <NetworkSelect />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Views">
        <Navigation onSelect={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes['main']}>
        <NetworkOfAddress>
          <Permitted>{children}</Permitted>
        </NetworkOfAddress>
      </AppShell.Main>
    </AppShell>
  );
}

/** The view, unless the account lacks its permission. The server checks each request as well. */
function Permitted({ children }: { readonly children: ReactNode }) {
  const { may } = useSession();
  const { pathname } = useLocation();
  const view = VIEWS.find(({ path }) => isIn(pathname, path));
  return view === undefined || may(view.permission) ? children : <NotPermitted view={view} />;
}
