import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import type { Panel } from './feed.context.ts';
import { isComposing } from '#web/ui/controls/composing.ts';
import { togglePlay } from './play.ts';
import { toggleSound } from './sound.ts';

interface Keys {
  go: (by: number) => void;
  open: (panel: Panel) => void;
  playing: { readonly current: HTMLVideoElement | null };
  /** A panel covers the feed. */
  isOpen: boolean;
}

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  j: 1,
  PageDown: 1,
  ArrowUp: -1,
  k: -1,
  PageUp: -1,
};

/** The feed's keys work anywhere on its page, except in text fields and controls that use the key. */
export function useFeedKeys(scroller: React.RefObject<HTMLElement | null>, keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const { go, open, playing } = keys;
    const step = STEPS[event.key];
    if (step) go(step);
    else if (event.key === ' ') {
      if (playing.current && !event.repeat) togglePlay(playing.current);
    } else if (event.key === 'm') toggleSound(playing.current);
    else if (event.key === 'l') pressButton(scroller.current, t`Like`);
    else if (event.key === 's') pressButton(scroller.current, t`Share`);
    else if (event.key === 'c') open('comments');
    else if (event.key === '?') open('keys');
    else return false;
    return true;
  });
  const isOpen = useEffectEvent(() => keys.isOpen);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event))
        return;
      if (isOpen() || document.querySelector('dialog[open]') || !isFree(event)) return;
      if (press(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isFree({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('input:not([type=range]), textarea, select, [contenteditable], [role=menu]'))
    return false;
  if (target.matches('input[type=range]')) return !/^(Arrow|Page)/.test(key);
  // a button or link that has the focus is pressed by it
  return key !== ' ' || !target.closest('button, a, summary');
}

function pressButton(scroller: HTMLElement | null, label: string): void {
  const buttons = scroller?.querySelectorAll<HTMLButtonElement>('[data-shown] button') ?? [];
  [...buttons].find(({ ariaLabel }) => ariaLabel === label)?.click();
}
