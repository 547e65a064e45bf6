import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router';
import type { PageName } from '#contract/site/pages.ts';
import { initialData } from './app/client/initial-data.ts';
import { queryClient, takeWritten } from './app/queries.ts';
import { loadTexts } from './app/i18n/texts.ts';
// shows the chosen theme
import './app/theme.ts';
import { loadPage } from './pages/load-page.ts';
import { queryClientContext, routes } from './pages/routes.tsx';
import { beginHydration } from './ui/hydration.ts';
import { nextTask } from './ui/idle.ts';
import './ui/theme.css';
import { WrittenAt } from './ui/written-at.ts';

/** The page that the server rendered needs its code before it is taken over; its loader ran there. */
async function loadWritten(): Promise<Record<string, null>> {
  const matches = matchRoutes(routes, location) ?? [];
  await loadPage(matches.at(-1)?.route.id as PageName);
  return Object.fromEntries(matches.map(({ route }) => [route.id ?? '', null]));
}

/** Takes over the page that the server rendered, or draws it where there is but the shell. */
async function start(root: HTMLElement): Promise<void> {
  await loadTexts('web');
  const isRendered = root.firstElementChild !== null;
  if (isRendered) beginHydration();
  const loaderData = isRendered ? await loadWritten() : undefined;
  await nextTask();
  if (initialData.queries) takeWritten(initialData.queries);
  const router = createBrowserRouter(routes, {
    hydrationData: loaderData && { loaderData },
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  });
  const whole = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WrittenAt value={initialData.writtenAt}>
          <RouterProvider router={router} />
        </WrittenAt>
      </QueryClientProvider>
    </StrictMode>
  );
  if (!isRendered) return createRoot(root).render(whole);
  // what the server wrote is not the page of this address (web/index.html)
  if ('leaving' in document.documentElement.dataset) return undefined;
  // in small pieces, between which presses and scrolling come through
  return startTransition(() => {
    hydrateRoot(root, whole);
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
void start(root);
