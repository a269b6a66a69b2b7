import { NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { IconHome, type Icon } from '@tabler/icons-react';
import classes from './shell.module.css';
import { usePermittedSections } from './use-permitted-sections.js';
import type { View } from './views.js';

/** Links to the permitted views, in sections. */
export function Navigation({ onSelect }: { readonly onSelect: () => void }) {
  const sections = usePermittedSections();
  return (
    <ScrollArea type="auto">
      <NavigationLink path="/" label="Home" icon={IconHome} onSelect={onSelect} />
      {sections.map(({ label, views }) => (
        <div key={label} role="group" aria-label={label}>
          <Text size="xs" fw={600} c="dimmed" px="sm" mt="md" mb={4}>
            {label}
          </Text>
          {views.map((view) => (
            <NavigationLink key={view.path} {...view} onSelect={onSelect} />
          ))}
        </div>
      ))}
    </ScrollArea>
  );
}

interface NavigationLinkProps {
  readonly path: View['path'];
  readonly label: string;
  readonly icon: Icon;
  readonly onSelect: () => void;
}

function NavigationLink({ path, label, icon: Icon, onSelect }: NavigationLinkProps) {
  const { pathname } = useLocation();
  const active = isIn(pathname, path);
  return (
    <NavLink
      label={label}
      leftSection={<Icon size={17} stroke={1.6} aria-hidden />}
      active={active}
      aria-current={active ? 'page' : undefined}
      onClick={onSelect}
      className={classes['link']}
      renderRoot={(props) => <Link to={path} {...props} />}
    />
  );
}

/** Whether an address is a view or below it. */
export function isIn(pathname: string, path: string): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}
