import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { initialData } from './app/initial-data.ts';
import { noteWritten, queryClient } from './app/queries.ts';
import { loadTexts } from './app/texts.ts';
// shows the chosen theme
import './app/theme.ts';
import { findPage, loadPage, NOT_FOUND } from './pages/page-modules.tsx';
import { Site } from './pages/shell/Site.tsx';
import { beginHydration } from './ui/hydration.ts';
import { nextTask } from './ui/idle.ts';
import { BrowserRouter } from './ui/router.tsx';
import './ui/theme.css';
import { WrittenAt } from './ui/written-at.ts';

const whole = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <WrittenAt value={initialData.writtenAt}>
        <BrowserRouter>
          <Site />
        </BrowserRouter>
      </WrittenAt>
    </QueryClientProvider>
  </StrictMode>
);

/** Takes over the page that the server wrote, or draws it where there is but the shell. */
async function start(root: HTMLElement): Promise<void> {
  await loadTexts('web');
  if (!root.firstElementChild) {
    createRoot(root).render(whole);
    return;
  }
  beginHydration();
  const { name, params } = findPage(location.pathname) ?? NOT_FOUND;
  const { preload } = await loadPage(name);
  await nextTask();
  await preload?.({ client: queryClient, params, search: new URLSearchParams(location.search) });
  noteWritten();
  await nextTask();
  // what the server wrote is not the page of this address (web/index.html)
  if ('leaving' in document.documentElement.dataset) return;
  // in small pieces, between which presses and scrolling come through
  startTransition(() => {
    hydrateRoot(root, whole);
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
void start(root);
