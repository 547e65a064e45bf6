import { createStore, useStore } from '#web/ui/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'theme';

function storedTheme(): Theme {
  if (typeof localStorage === 'undefined') return 'system';
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

const chosen = createStore<Theme>(storedTheme());

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
if (typeof document !== 'undefined') show(chosen.get());

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  chosen.set(theme);
  show(theme);
}

export function useTheme(): Theme {
  return useStore(chosen);
}
