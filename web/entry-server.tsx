import { i18n } from '@lingui/core';
import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { DehydratedState } from '@tanstack/react-query';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { isRendered, type PageHead, type PageName } from '#contract/site/pages.ts';
import { answerCallsBy, ApiError, type Answer } from './app/client/call.ts';
import { initialData, type InitialData } from './app/client/initial-data.ts';
import { describePage } from './app/page.ts';
import { loadTexts } from './app/i18n/texts.ts';
import { loadPage } from './pages/load-page.ts';
import { queryClientContext, routes } from './pages/routes.tsx';
import { WrittenAt } from './ui/written-at.ts';

/** A page to render: the same for everyone, so its API calls are answered as a guest's. */
export interface PageTask {
  address: string;
  language: string;
  data: Pick<InitialData, 'config' | 'origin' | 'writtenAt'>;
  /** Render it although it doesn't exist. */
  isMissing?: boolean;
  /** `path` is the endpoint's. What failed comes as its status. */
  fetch(path: string, address: string): Promise<Answer | { status: number }>;
}

export interface RenderedPage {
  head: PageHead;
  queries: DehydratedState;
  /** The content of #root; null for a missing page, and where only the browser renders it. */
  html: string | null;
  /** Why rendering failed. */
  error?: unknown;
}

// globals that a browser sets once are per request here
const rendering = new AsyncLocalStorage<PageTask>();
for (const name of ['config', 'origin', 'writtenAt'] as const) {
  const otherwise = initialData[name];
  Object.defineProperty(initialData, name, { get: () => rendering.getStore()?.data[name] ?? otherwise });
}
const translate = i18n._.bind(i18n);
i18n._ = ((...text: Parameters<typeof translate>) => {
  i18n.activate(i18n.locale);
  return translate(...text);
}) as typeof i18n._;
Object.defineProperty(i18n, 'locale', { get: () => rendering.getStore()?.language });
answerCallsBy(async (path, address) => {
  const answer = await rendering.getStore()?.fetch(path, address);
  if (!answer || 'status' in answer) throw new ApiError(answer?.status ?? 503, {});
  return answer;
});

const { query, dataRoutes } = createStaticHandler(routes);

/** Runs a page's loader, computes its head, and renders it. Fails if even the head can't be computed. */
export const renderPage = (task: PageTask): Promise<RenderedPage> =>
  rendering.run(task, async () => {
    // a page's code is loaded once, whatever the language
    await Promise.all([loadTexts('web', task.language), loadTexts('admin', task.language)]);
    const url = new URL(task.address, 'http://site.invalid');
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    const context = await query(new Request(url), {
      requestContext: new RouterContextProvider(new Map([[queryClientContext, client]])),
    });
    if (context instanceof Response) throw new Error(`${task.address} leads elsewhere.`);
    const match = context.matches.at(-1);
    if (!match) throw new Error(`${task.address} has no page.`);
    const { head: own } = await loadPage(match.route.id as PageName);
    const head = describePage(own, { client, params: match.params, search: url.searchParams });
    const page = { head, queries: queriesOf(client, task.data.writtenAt), html: null };
    if (!isRendered(match.route.id) || (head.isMissing && !task.isMissing)) return page;
    try {
      for (const error of Object.values(context.errors ?? {})) throw error;
      if (!hasAllAnswers(client)) return { ...page, error: 'An answer is missing.' };
      const html = await renderToText(
        <QueryClientProvider client={client}>
          <WrittenAt value={task.data.writtenAt}>
            <StaticRouterProvider
              router={createStaticRouter(dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </WrittenAt>
        </QueryClientProvider>,
      );
      return { ...page, html };
    } catch (error) {
      return { ...page, error };
    }
  });

/** In one order and as of one time: what is rendered again without a change is the same to the byte. */
function queriesOf(client: QueryClient, writtenAt = 0): DehydratedState {
  const { queries } = dehydrate(client, {
    // text already in the page's HTML isn't sent a second time
    shouldDehydrateQuery: ({ state, queryKey }) => state.status === 'success' && queryKey[2] !== 'transcript',
  });
  const stable = queries
    .map(({ queryKey, queryHash, state }) => ({
      queryKey,
      queryHash,
      dehydratedAt: writtenAt,
      state: { ...state, dataUpdatedAt: writtenAt },
    }))
    .sort((a, b) => (a.queryHash < b.queryHash ? -1 : 1));
  return { mutations: [], queries: stable };
}

/** Requests that failed or timed out on the server are repeated, and reported, by the browser. */
function hasAllAnswers(client: QueryClient): boolean {
  const failed = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status !== 'success');
  const broken = failed.find(({ state }) => !(state.error instanceof ApiError));
  if (broken) throw broken.state.error ?? new Error('A question was left open.');
  return failed.length === 0;
}

/** Unlike `renderToString` it waits for code that comes later, and reports a component that fails inside a boundary. */
function renderToText(node: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(node, {
      // everything is rendered in place: no script has to move it
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onError: reject,
      onShellError: reject,
    });
  });
}
