import { t } from '@lingui/core/macro';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { IconButton } from '#web/ui/controls/Button.tsx';

const load = () => import('./FullMenu.tsx');
const FullMenu = lazy(async () => ({ default: (await load()).FullMenu }));

/** The button of small screens; what it opens is fetched when a finger nears it. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-me-2 md:hidden"
        onPointerDown={() => {
          void load();
        }}
        onFocus={() => {
          void load();
        }}
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      <Suspense>{open && <FullMenu onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
