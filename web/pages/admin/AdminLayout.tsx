import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useMatches } from '#web/ui/useMatches.ts';
import { ADMIN_PANEL, SectionList, SectionRow } from './AdminSections.tsx';
import type { AdminSection } from './sections.ts';

const HAS_RAIL = '(width >= 64rem)';

/** The frame of every page of the dashboard: its sections, and the title of the open one. */
export function AdminLayout({ section, children }: { section: AdminSection; children: ReactNode }) {
  const hasRail = useMatches(HAS_RAIL);
  return (
    <div className="wrap grid grid-cols-1 items-start pb-16 min-[64rem]:grid-cols-[12.5rem_minmax(0,1fr)] min-[64rem]:gap-8">
      {hasRail && (
        <div className="no-scrollbar sticky top-14 max-h-[calc(100dvh-3.5rem)] min-h-[calc(100dvh-3.5rem)] overflow-y-auto border-e border-line py-6 pe-4">
          <SectionList selected={section} />
        </div>
      )}
      <div className="min-w-0">
        <header className="flex items-end justify-between gap-3 pt-6 pb-3">
          <div className="min-w-0">
            <p className="text-sm text-ink-soft">{t`Admin Dashboard`}</p>
            <h1 className="text-xl break-words sm:text-2xl">{section.title ?? section.label}</h1>
          </div>
          {!hasRail && <Picker section={section} />}
        </header>
        {!hasRail && <SectionRow selected={section} />}
        <div
          role="tabpanel"
          id={ADMIN_PANEL}
          aria-label={section.title ?? section.label}
          className="pt-3 max-lg:pt-5"
        >
          {children}
        </div>
      </div>
    </div>
  );
}

/** A sheet with all sections. */
function Picker({ section }: { section: AdminSection }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t`Section`} <ChevronDown aria-hidden="true" />
      </Button>
      {open && (
        <Dialog title={t`Sections`} onClose={() => setOpen(false)}>
          <SectionList selected={section} onChosen={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
