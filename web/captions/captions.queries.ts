import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { captions } from '#contract/captions/captions.ts';
import type { Cue } from '#contract/captions/cues.ts';
import { captionReview } from '#contract/captions/review.ts';
import type { CaptionKind } from '#contract/captions/tracks.ts';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { call } from '#web/app/client/call.ts';

export const chaptersQuery = (id: number) =>
  queryOptions({
    queryKey: ['video', id, 'chapters'],
    queryFn: () => call(captions.chapters, { params: { id: String(id) } }),
  });

/** `language` null: of the video's default track. */
export const transcriptQuery = (id: number, language: string | null) =>
  queryOptions({
    queryKey: ['video', id, 'transcript', language],
    queryFn: () =>
      call(captions.transcript, { params: { id: String(id) }, query: { language: language ?? undefined } }),
  });

/**
 * The transcript for a video's page. It is part of the server's HTML, and isn't fetched again on hydration.
 */
export const preloadTranscript = (
  client: QueryClient,
  { id, captions: tracks }: VideoDetails,
): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(chaptersQuery(id)),
    typeof document === 'undefined' && tracks.length > 0 && client.prefetchQuery(transcriptQuery(id, null)),
  ]);

const own = (id: number) => ({ id: String(id) });

export const tracksQuery = (id: number) =>
  queryOptions({
    queryKey: ['captions', id],
    queryFn: () => call(captions.mine, { params: own(id) }),
  });

export interface TrackName {
  language: string;
  kind: CaptionKind;
}

/** Fetched each time an editor opens: while open, the editor has its own copy. */
export const cuesQuery = (id: number, { language, kind }: TrackName) =>
  queryOptions({
    queryKey: ['captions', id, 'cues', language, kind],
    queryFn: () => call(captions.cues, { params: { ...own(id), language }, query: { kind } }),
    staleTime: 0,
    gcTime: 0,
  });

export const waveformQuery = (id: number) =>
  queryOptions({
    queryKey: ['captions', id, 'waveform'],
    queryFn: () => call(captions.waveform, { params: own(id) }),
    // while it is being computed
    refetchInterval: ({ state }) => (state.data?.levels === null ? 3000 : false),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Polled during a transcription. */
export const transcriptionQuery = (id: number) =>
  queryOptions({
    queryKey: ['captions', id, 'transcription'],
    queryFn: () => call(captions.transcription, { params: own(id) }),
    refetchInterval: ({ state }) => (state.data?.state === 'QUEUED' ? 3000 : false),
  });

export const requestTranscription = (id: number, language: string) =>
  call(captions.transcribe, { params: own(id), body: { language } });

export const saveCues = (id: number, { language, kind }: TrackName, cues: Cue[], draft: boolean) =>
  call(captions.save, { params: { ...own(id), language }, query: {}, body: { kind, cues, draft } });

export const publishDraft = (id: number, { language, kind }: TrackName) =>
  call(captions.publish, { params: { ...own(id), language }, query: { kind } });

export const removeTrack = (id: number, { language, kind }: TrackName) =>
  call(captions.remove, { params: { ...own(id), language }, query: { kind } });

export const waitingQuery = () =>
  queryOptions({ queryKey: ['captions', 'waiting'], queryFn: () => call(captionReview.waiting, {}) });

/** Back to who wrote it. */
export const rejectTrack = (id: number, { language, kind }: TrackName) =>
  call(captionReview.reject, { params: { ...own(id), language }, query: { kind } });

/** `check`: a preview, nothing is saved. */
export function importCaptions(
  id: number,
  file: File,
  { language, kind, encoding, check }: TrackName & { encoding?: string | undefined; check: boolean },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ language, kind, encoding, check: check ? 'true' : undefined }))
    if (value !== undefined) form.set(name, value);
  form.set('file', file);
  return call(captions.bring, { params: own(id), body: form });
}
