import { useSession } from '../session/session.js';
import { VIEW_SECTIONS, type View, type ViewSection } from './views.js';

/** The sections of the navigation with the views and the tasks that the account has the permission for. */
export function usePermittedSections(): readonly ViewSection[] {
  const { may } = useSession();
  return VIEW_SECTIONS.map(({ label, views }) => ({
    label,
    views: views
      .filter(({ permission, tasks = [permission] }) => may(permission) && tasks.some(may))
      .map((view) => ({ ...view, task: taskOf(view, may) })),
  })).filter(({ views }) => views.length > 0);
}

function taskOf({ task, change }: View, may: (permission: View['permission']) => boolean): string {
  return change && may(change.permission) ? `${task} ${change.task}` : task;
}
