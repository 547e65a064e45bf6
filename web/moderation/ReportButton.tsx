import { t } from '@lingui/core/macro';
import { Ellipsis, Flag } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { IconButton } from '#web/ui/controls/Button.tsx';
import type { Subject } from './moderation.queries.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }));

/** `what`: the word for it in a sentence: post, comment, video. `calm`: among many of its kind, without a flag each. */
export function ReportButton({
  what,
  calm = false,
  className = 'text-ink-soft',
  ...subject
}: Subject & { what: string; calm?: boolean; className?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton small label={t`Report`} className={className} onClick={() => setOpen(true)}>
        {calm ? <Ellipsis /> : <Flag />}
      </IconButton>
      {open && (
        <Suspense>
          <ReportDialog what={what} subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
