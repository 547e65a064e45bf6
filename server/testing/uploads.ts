import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { submissions, type Submission } from '#contract/submissions/submissions.ts';
import type { Context } from '#server/app/context.ts';
import type { checkVideo, encodeLadder } from '#server/submissions/submissions.jobs.ts';
import { callerBy, type Caller, type Fetch } from './client.ts';

/** Sends a file by the multipart route, as the dialog does. */
export async function upload(fetch: Fetch, ...file: Parameters<typeof uploadForm>): Promise<Response> {
  return fetch('/api/submissions/upload', { method: 'POST', body: await uploadForm(...file) });
}

/** As `upload`, of a file that is accepted. */
export async function submitVideo(by: Caller, ...file: Parameters<typeof uploadForm>): Promise<Submission> {
  return by.call(submissions.upload, { body: await uploadForm(...file) });
}

async function uploadForm(
  path: string | Buffer,
  fields: Record<string, string | Blob> = {},
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'A clip', category: 'Lifestyle', ...fields }))
    form.append(name, value);
  const bytes = typeof path === 'string' ? await readFile(path) : path;
  form.append(
    'file',
    new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }),
    typeof path === 'string' ? basename(path) : 'clip.mp4',
  );
  return form;
}

/** Polls a submission until it is in the wanted state; fails when it ends in another. */
export async function until(
  fetch: Fetch,
  id: number,
  holds: (submission: Submission) => boolean,
  what: string,
  seconds = 90,
): Promise<Submission> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const submission = await callerBy(fetch).call(submissions.get, { params: { id } });
    if (holds(submission)) return submission;
    expect(performance.now() < end, `${what}; it is ${JSON.stringify(submission)}`).toBe(true);
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
  }
}

export const untilProcessed = (fetch: Fetch, id: number) =>
  until(fetch, id, ({ processing }) => processing === 'READY' || processing === 'FAILED', 'processed');

/** Runs one step of a video's processing on a site without that job. */
export async function runJobStep(
  ctx: Context,
  step: typeof checkVideo | typeof encodeLadder,
  videoId: number,
): Promise<void> {
  const { media_rev: rev } = await ctx.db
    .selectFrom('videos')
    .where('id', '=', videoId)
    .select('media_rev')
    .executeTakeFirstOrThrow();
  const signal = new AbortController().signal;
  await step.run(ctx, { videoId, rev: rev ?? '' }, { id: step.name, signal });
}
