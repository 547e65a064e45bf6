import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [role=tab]');

/**
 * Single-key shortcuts for the list of reports; not while typing, in a dialog, or on key repeat. `run` returns whether
 * it handled the key.
 */
export function useReportKeys(run: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    if (!document.querySelector('dialog:modal') && run(event.key.toLowerCase())) event.preventDefault();
  });
  useEffect(() => {
    // before the site's own (SiteKeys), which listen on the window
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
