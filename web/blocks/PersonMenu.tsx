import { t } from '@lingui/core/macro';
import { Ellipsis, Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Menu } from '#web/ui/controls/Menu.tsx';
import { usePersonItems } from './usePersonItems.tsx';

interface PersonMenuProps {
  username: string;
  /** The dialog that reports their entry; absent: nothing to report. */
  report?: (onClose: () => void) => ReactNode;
}

/** A member's actions on a person and on what they wrote. */
export function PersonMenu({ username, report }: PersonMenuProps) {
  const [isReporting, setReporting] = useState(false);
  const items = usePersonItems(username);
  return (
    <>
      <Menu
        label={t`More`}
        button={<Ellipsis />}
        className="size-9 text-ink-soft"
        items={[
          ...(report ? [{ label: t`Report`, icon: <Flag />, onSelect: () => setReporting(true) }] : []),
          ...items,
        ]}
      />
      {isReporting && report && <Suspense>{report(() => setReporting(false))}</Suspense>}
    </>
  );
}
