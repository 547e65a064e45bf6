import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { AdminSearch } from './AdminSearch.tsx';

const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Takes the place of the header's search field in the dashboard. */
export function DashboardSearch() {
  const [open, setOpen] = useState(false);
  useSearchKeys(() => setOpen(true));
  return (
    <>
      <IconButton label={t`Search the dashboard`} className="ms-auto md:hidden" onClick={() => setOpen(true)}>
        <Search />
      </IconButton>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_APPLE ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="mx-4 hidden h-10 max-w-md min-w-0 flex-1 items-center gap-2 rounded-pill border border-edge/80 bg-surface px-4 text-start text-base text-ink-soft hover:border-edge md:flex"
      >
        <Search aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="min-w-0 truncate">{t`Search the dashboard`}</span>
        <kbd className="ms-auto font-sans text-xs max-lg:hidden">{IS_APPLE ? '⌘K' : t`Ctrl K`}</kbd>
      </button>
      {/* a dialog has a header of its own, which isn't the page's */}
      {open && createPortal(<AdminSearch onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

/** Ctrl+K, and `/` unless the admin is typing. */
function useSearchKeys(onSearch: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const writes =
        event.target instanceof HTMLElement &&
        event.target.closest('input,textarea,select,[contenteditable]');
      const isAsked =
        event.key.toLowerCase() === 'k' && !event.shiftKey
          ? event.metaKey || event.ctrlKey
          : event.key === '/' && !writes;
      if (!isAsked || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog:modal')) onSearch();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
