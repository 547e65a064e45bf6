import { Suspense, lazy, useState, type ReactNode } from 'react';
import { IconButton } from '#web/ui/controls/Button.tsx';

const load = () => import('./FullMenu.tsx');
const FullMenu = lazy(async () => ({ default: (await load()).FullMenu }));

/** Opens the full-screen menu of phones: "Menu" for guests, the avatar for members. Its code loads on touch or focus. */
export function MobileMenu({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={className}
        onPointerDown={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        {children}
      </IconButton>
      <Suspense>{open && <FullMenu onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
