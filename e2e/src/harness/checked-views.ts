import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import type { Page } from 'playwright-core';
import { requireAccessibleColors, still } from './accessibility.js';

/** A phone, a small and a usual screen, in pixels. */
const WIDTHS = [390, 1024, 1440];

const CONSOLE = join(projectRoot(), 'apps/console/src');
const BASE = '/console';

/** The paths of the console that `requireAccessibleView` has checked at every width. */
const checked = new Set<string>();

/**
 * Checks the view as it is, and the first time of each route at every width too.
 * @throws when it violates a rule of axe, in light or dark colors
 */
export async function requireAccessibleView(page: Page): Promise<void> {
  await requireAccessibleColors(page);
  const { pathname } = new URL(page.url());
  const route = routesOfConsole().find((path) => isOf(path, pathname.slice(BASE.length)));
  if (route === undefined || checked.has(route)) return;
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await still(page);
    await requireAccessibleColors(page);
  }
  if (before) await page.setViewportSize(before);
  await still(page);
  checked.add(route);
}

/** The views of the route table that nothing has checked yet. */
export function uncheckedViews(): readonly string[] {
  return routesOfConsole().filter((path) => !checked.has(path));
}

/**
 * The paths of the route table, those without an id first.
 * @throws Error when a route has a path that is neither a text nor a constant of the console
 */
function routesOfConsole(): readonly string[] {
  const table = readFileSync(join(CONSOLE, 'app/routes.ts'), 'utf8');
  const [, invitation] =
    /INVITATION_PATH = '([^']+)'/.exec(
      readFileSync(join(CONSOLE, 'invitations/invitation-link.ts'), 'utf8'),
    ) ?? [];
  const paths = Array.from(
    table.matchAll(/path: (?:'([^']+)'|INVITATION_PATH)/g),
    ([, path]) => path ?? invitation,
  ).filter((path) => path !== undefined);
  const count = table.match(/createRoute\(/g)?.length ?? 0;
  if (paths.length !== count) throw new Error(`${paths.length} of ${count} routes have a path`);
  return paths.toSorted((one, other) => Number(one.includes('$')) - Number(other.includes('$')));
}

function isOf(route: string, pathname: string): boolean {
  return new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(pathname);
}
