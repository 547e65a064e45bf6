import { useSyncExternalStore } from 'react';

/** 'light' or 'dark', as the page looks now: for canvases, which don't repaint by themselves. */
export const useScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, read);

const system = matchMedia('(prefers-color-scheme: dark)');

function read(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return system.matches ? 'dark' : 'light';
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
