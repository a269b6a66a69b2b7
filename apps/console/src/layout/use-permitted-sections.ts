import { useSession } from '../session/session.js';
import type { ViewSection } from './views.js';
import { VIEW_SECTIONS } from './views.js';

/** The sections of the navigation with the views that the account has the permission for. */
export function usePermittedSections(): readonly ViewSection[] {
  const { may } = useSession();
  return VIEW_SECTIONS.map(({ label, views }) => ({
    label,
    views: views.filter(
      ({ permission, tasks = [permission] }) => may(permission) && tasks.some(may),
    ),
  })).filter(({ views }) => views.length > 0);
}
