import { t } from '@lingui/core/macro';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { comments } from '#contract/comments/comments.ts';
import { studio, type InboxComment, type SubmissionChange } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import type { Original } from '#contract/submissions/edit.ts';
import type { MineQuery } from '#contract/submissions/mine.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { fileForm } from '#web/app/client/file-form.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

export type StudioFilter = Partial<Pick<MineQuery, 'visibility' | 'status' | 'sort'>> & { q: string };

/** Own videos by the chosen filters, page by page. */
export const useStudioVideos = ({ q, ...filter }: StudioFilter) =>
  useInfiniteQuery({
    ...listOptions(['submissions', 'studio', q, filter], (cursor) =>
      callPage(submissions.mine, { query: { ...filter, q, limit: '50', cursor } }),
    ),
    placeholderData: keepPreviousData,
    // encoding progresses on the server
    refetchInterval: 15_000,
  });

/** One own video. */
export const studioVideoQuery = (id: number) =>
  queryOptions({
    queryKey: ['submission', id],
    queryFn: () => call(submissions.get, { params: { id: String(id) } }),
    // encoding and review progress on the server
    refetchInterval: 15_000,
  });

const LISTS = [['submissions'], ['videos'], ['video'], ['playlists'], ['inbox'], ['comments']] as const;
const CHANGED = [['submission'], ...LISTS] as const;

/** The whole video for its editor; its file is made for it where browsers don't play the original. */
export const originalQuery = (id: number) =>
  queryOptions({
    queryKey: ['original', id],
    queryFn: (): Promise<Original> => call(studio.original, { params: { id: String(id) } }),
    refetchInterval: ({ state: { data } }) => (data && !data.isGone && !data.url ? 3000 : false),
    // its address is another each time, and the editor would begin again
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** 409 `CHANGED_MEANWHILE` where `version` isn't the latest. */
export function useUpdateVideo(id: number) {
  const client = useQueryClient();
  return useChange(
    (body: SubmissionChange & { version: number }): Promise<Submission> =>
      call(studio.change, { params: { id: String(id) }, body }),
    {
      refetch: CHANGED,
      awaits: false,
      onSuccess: (video) => client.setQueryData(studioVideoQuery(id).queryKey, video),
    },
  );
}

export type VideoAct = 'archive' | 'unarchive' | 'delete' | 'withdrawFile';

/** Actions on a whole video, after a confirmation. */
export function useVideoAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, act }: { id: number; act: VideoAct }): Promise<void> => {
      const params = { id: String(id) };
      if (act === 'delete') await call(submissions.withdraw, { params });
      else await call(studio[act], { params });
    },
    onError: (error) => toast(t`That didn’t work`, { kind: 'bad', text: error.message }),
    onSettled: (_, error, { act }) => {
      // a deleted video is no longer there to fetch
      for (const queryKey of act === 'delete' && !error ? LISTS : CHANGED)
        void client.invalidateQueries({ queryKey });
    },
  });
}

/** Replaces a video's file. */
export const useVideoFile = (id: number) =>
  useChange(
    (file: File): Promise<Submission> =>
      call(studio.replaceFile, { params: { id: String(id) }, body: fileForm(file) }),
    {
      refetch: CHANGED,
      awaits: false,
      onSuccess: () => toast(t`Processing the new video`),
      failed: () => t`That didn’t work`,
    },
  );

/** Another thumbnail for a video: a picture, or one out of the file by its place among the candidates, from 1. */
export const useThumbnail = (id: number) =>
  useChange(
    (picture: Blob | number): Promise<Submission> => {
      const body = new FormData();
      if (typeof picture === 'number') body.append('candidate', String(picture));
      else body.append('thumbnail', picture, picture instanceof File ? picture.name : 'thumbnail.jpg');
      return call(submissions.thumbnail, { params: { id: String(id) }, body });
    },
    {
      refetch: CHANGED,
      awaits: false,
      onSuccess: ({ pendingChange }) =>
        toast(pendingChange?.thumbnail ? t`The thumbnail is pending review` : t`Thumbnail changed`),
      failed: () => t`That didn’t work`,
    },
  );

export const useInbox = (pendingOnly: boolean) =>
  useInfiniteQuery(
    listOptions(['inbox', pendingOnly], (cursor) =>
      callPage(studio.inbox, { query: { held: pendingOnly ? 'true' : undefined, cursor } }),
    ),
  );

export const useApprove = () =>
  useChange(
    ({ id, videoId }: InboxComment) =>
      call(comments.approve, { params: { id: String(videoId), commentId: String(id) } }),
    {
      refetch: CHANGED,
      awaits: false,
      onSuccess: () => toast(t`Comment approved`),
      failed: () => t`That didn’t work`,
    },
  );
