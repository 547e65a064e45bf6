import { t } from '@lingui/core/macro';
import { ChevronDown, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useMatches } from '#web/ui/useMatches.ts';
import { ADMIN_PANEL, SectionList, SectionRow } from './AdminSections.tsx';
import type { AdminSection } from './sections.ts';

const AdminSearch = lazy(async () => ({ default: (await import('./AdminSearch.tsx')).AdminSearch }));

const HAS_RAIL = '(width >= 64rem)';
const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

interface AdminLayoutProps {
  title: string;
  section: AdminSection;
  /** Before the title. */
  back?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every admin page: the sections and the search over all of them. */
export function AdminLayout({ title, section, back, actions, children }: AdminLayoutProps) {
  const hasRail = useMatches(HAS_RAIL);
  const [searching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  return (
    <div className="wrap grid grid-cols-1 items-start pb-16 min-[64rem]:grid-cols-[12.5rem_minmax(0,1fr)] min-[64rem]:gap-8">
      {hasRail && (
        <div className="no-scrollbar sticky top-14 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-5 overflow-y-auto border-e border-line py-6 pe-4">
          <Button
            size="sm"
            aria-keyshortcuts={IS_APPLE ? 'Meta+K' : 'Control+K'}
            className="justify-start font-normal text-ink-soft"
            onClick={() => setSearching(true)}
          >
            <Search aria-hidden="true" />
            {t`Search`}
            <kbd className="ms-auto font-sans text-xs">{IS_APPLE ? '⌘K' : t`Ctrl K`}</kbd>
          </Button>
          <SectionList selected={section} />
        </div>
      )}
      <div className="min-w-0">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-6 pb-3">
          {back}
          <h1 className="me-auto min-w-0 text-xl sm:text-2xl">{title}</h1>
          {actions}
          {!hasRail && <Narrow section={section} onSearch={() => setSearching(true)} />}
        </header>
        {!hasRail && <SectionRow selected={section} />}
        {section.page === 'nearby' ? (
          <div className="pt-3">{children}</div>
        ) : (
          <div role="tabpanel" id={ADMIN_PANEL} aria-label={section.label} className="pt-3 max-lg:pt-5">
            {children}
          </div>
        )}
      </div>
      {searching && (
        <Suspense>
          <AdminSearch onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The search, and a sheet with all sections. */
function Narrow({ section, onSearch }: { section: AdminSection; onSearch: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex items-center gap-1">
      <IconButton label={t`Search the dashboard`} onClick={onSearch}>
        <Search />
      </IconButton>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t`Section`} <ChevronDown aria-hidden="true" />
      </Button>
      {open && (
        <Dialog title={t`Sections`} onClose={() => setOpen(false)}>
          <SectionList selected={section} onChosen={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  );
}

function useSearchKey(onSearch: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog:modal')) onSearch();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
