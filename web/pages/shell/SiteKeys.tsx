import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { isComposing } from '#web/ui/controls/composing.ts';
import { KeyList, type Keys } from '#web/ui/dialogs/KeyList.tsx';

const keys = (): Keys => [
  ['/  Ctrl K', t`Search`],
  ['Tab', t`Next link or button`],
  ['Esc', t`Close dialog or menu`],
  ['?', t`Keyboard shortcuts`],
];

/** `?` shows the shortcuts of every page; pages with more show their own. */
export function SiteKeys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.defaultPrevented || isComposing(event)) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog'))
        return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    // behind those of the page itself
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return isOpen ? <KeyList keys={keys()} onClose={() => setOpen(false)} /> : null;
}
