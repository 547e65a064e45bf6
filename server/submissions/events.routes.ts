import type { Language } from '#contract/text/languages.ts';
import { submissions, type SubmissionStatusAnswer } from '#contract/submissions/submissions.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { oneAtATime } from '#server/app/one-at-a-time.ts';
import { notFound } from '#server/app/http/errors.ts';
import { openEventStream, type EventStream } from '#server/app/http/event-stream.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { toJson } from '#server/app/http/write-answer.ts';
import type { StreamKind } from '#server/app/http/stream-slots.ts';
import { watch } from './submissions.events.ts';
import { getSubmissionStatus, getSubmission } from './submissions.store.ts';

/** Polls as well: a notification may get lost with its connection, and places in the queue move. */
const LOOK_AGAIN_MS = 5_000;
const STREAMS: StreamKind = {
  name: 'submissions',
  max: 5,
  sentence: msg("You're tracking too many submissions at once."),
};
const FINAL = new Set<SubmissionStatusAnswer['state']>(['LIVE', 'PRIVATE', 'REJECTED', 'ARCHIVED']);

/** The status of a submission as server-sent events, each time it changes; ends once it is live or rejected. */
export const eventsRoutes: Routes = (route) => {
  route(submissions.events, async ({ ctx, params, user, reply, request }) => {
    if (!(await getSubmission(ctx.db, ctx.signedUrls, params.id, user))) throw notFound('This submission');
    const stream = await openEventStream(ctx, { request, reply, user, kind: STREAMS });
    if (stream) follow(ctx, params.id, stream, languageOf(request, ctx.settings.owner.languages));
    return undefined;
  });
};

function follow(ctx: Context, id: number, stream: EventStream, language: Language): void {
  let lastSent = '';
  const look = oneAtATime(async () => {
    if (!stream.isOpen()) return;
    if (!(await stream.isSignedIn())) return stream.end();
    const submissionStatus = await getSubmissionStatus(ctx.db, id);
    const data = toJson(submissionStatus, language);
    if (!stream.isOpen()) return;
    if (submissionStatus && data !== lastSent)
      stream.send({ event: 'submissionStatus', data: JSON.parse(data) as unknown });
    else stream.beat();
    lastSent = data;
    if (!submissionStatus || FINAL.has(submissionStatus.state)) stream.end();
  });
  const lookOrEnd = () => void look().catch(() => stream.end());
  const unwatch = watch(ctx, id, lookOrEnd);
  const timer = setInterval(lookOrEnd, LOOK_AGAIN_MS);
  stream.onClose(() => {
    unwatch();
    clearInterval(timer);
  });
  lookOrEnd();
}
