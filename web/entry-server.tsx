import { QueryClientProvider } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import { Writable } from 'node:stream';
import { SERVER_PAGES, type PageHead, type PageName } from '#contract/pages.ts';
import { ApiError } from './app/call.ts';
import { setInitialData, type Answer, type InitialData } from './app/initial-data.ts';
import { queryClient } from './app/queries.ts';
import { loadTexts } from './app/texts.ts';
import { describePage, findPage, loadPage, NOT_FOUND } from './pages/page-modules.tsx';
import { Site } from './pages/shell/Site.tsx';
import { StaticRouter } from './ui/router.tsx';
import { WrittenAt } from './ui/written-at.ts';

// the server, which asks itself, says the same a second later
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });

interface PageTask {
  address: string;
  data: Omit<InitialData, 'answers'> & { language: string };
  /** To be written although there is no such thing. */
  isMissing?: boolean;
}

/** `path` is the endpoint's. What failed comes as its status. */
type Ask = (path: string, address: string) => Promise<Answer | { status: number }>;

/**
 * Runs a page's `preload`, tells what the page says of itself, and gives the content of #root: null where there is no
 * such thing, where the browser alone draws the page, and where an answer is missing. For everybody alike: whoever calls
 * it knows no session, and answers as a guest is answered. Fails where a component does. One after the other: what is
 * known and asked stands in one place.
 */
export async function writePage(
  { address, data, isMissing = false }: PageTask,
  ask: Ask,
  tell: (head: PageHead) => void,
): Promise<string | null> {
  const { pathname, searchParams: search } = new URL(address, 'http://site.invalid');
  const { name, params } = findPage(pathname) ?? NOT_FOUND;
  await loadTexts('web', data.language);
  setInitialData(data, async (path, of) => {
    const answer = await ask(path, of);
    if ('status' in answer) throw new ApiError(answer.status, {});
    return answer;
  });
  queryClient.clear();
  try {
    const { head, preload } = await loadPage(name);
    const opened = { client: queryClient, params, search };
    await preload?.(opened);
    const told = describePage(head, opened);
    tell(told);
    if (!isWritten(name) || (told.isMissing && !isMissing) || !hasAllAnswers()) return null;
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

const isWritten = (name: PageName | 'notFound'): boolean =>
  name === 'notFound' || SERVER_PAGES.some((each) => each === name);

/** What the server refused or was too slow for, the browser asks for again, and tells. */
function hasAllAnswers(): boolean {
  const failed = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state)
    .filter(({ status }) => status !== 'success');
  const broken = failed.find(({ error }) => !(error instanceof ApiError));
  if (broken) throw broken.error ?? new Error('A question was left open.');
  return failed.length === 0;
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
