import { useEffect, useRef } from 'react';
import { isComposing } from '#web/ui/controls/composing.ts';

/**
 * Page-wide keys while no control needs them: a focused button or link leaves letters and digits to the
 * video. The up and down arrows still scroll the page.
 */
export function usePageKeys(on: boolean, press: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event))
        return;
      if (!isFree(event) || document.querySelector('dialog[open]')) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}

function isFree({ target, key }: KeyboardEvent): boolean {
  // a press on the picture, as well as arriving at the page, gives the focus to all of its content
  if (target instanceof Element && target.matches('body, main'))
    return key !== 'ArrowUp' && key !== 'ArrowDown';
  const pressed = target instanceof Element && target.matches('a:not([role]), button:not([role])');
  return pressed && /^[a-z\d<>?]$/i.test(key);
}
