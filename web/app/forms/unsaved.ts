import { t } from '@lingui/core/macro';
import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '#web/ui/dialogs/confirm.ts';

/** Forms with unsaved changes. The router asks one form of a page only, so each answers for all. */
const dirty = new Set<string>();

/** Confirms before the page is left, or closed, with unsaved changes. */
export function useUnsavedChanges(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    return () => void dirty.delete(id);
  }, [id, isDirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: t`Discard your changes?`,
      text: t`Your unsaved changes will be lost.`,
      action: t`Discard`,
      danger: true,
    }).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
