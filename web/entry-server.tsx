import { QueryClientProvider } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import { Writable } from 'node:stream';
import { setInitialData, type InitialData } from './app/initial-data.ts';
import { queryClient } from './app/queries.ts';
import { findPage, loadPage, NOT_FOUND } from './pages/page-modules.tsx';
import { Site } from './pages/Site.tsx';
import { StaticRouter } from './ui/router.tsx';
import { WrittenAt } from './ui/written-at.ts';

/**
 * The content of #root for an address, for everybody alike: whoever calls it knows no session, and gives nothing but
 * what a guest was answered. Fails where a component does. One after the other: answers stand in one place.
 */
export async function renderPage(address: string, data: InitialData): Promise<string> {
  const { pathname, searchParams } = new URL(address, 'http://site.invalid');
  const { name, params } = findPage(pathname) ?? NOT_FOUND;
  setInitialData({ ...data, answers: { ...data.answers } });
  queryClient.clear();
  try {
    const { preload } = await loadPage(name);
    await preload?.({ client: queryClient, params, search: searchParams });
    const failed = queryClient
      .getQueryCache()
      .getAll()
      .find(({ state }) => state.status !== 'success');
    if (failed) throw new Error(`No answer for ${JSON.stringify(failed.queryKey)} came with ${pathname}.`);
    return await renderToText(
      <QueryClientProvider client={queryClient}>
        <WrittenAt value={data.writtenAt}>
          <StaticRouter address={address}>
            <Site />
          </StaticRouter>
        </WrittenAt>
      </QueryClientProvider>,
    );
  } finally {
    queryClient.clear();
  }
}

/** Unlike `renderToString` it tells of a component that fails inside a boundary. */
function renderToText(node: React.ReactNode): Promise<string> {
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
      // everything stands in its place: no script has to move it there
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onError: reject,
      onShellError: reject,
    });
  });
}
