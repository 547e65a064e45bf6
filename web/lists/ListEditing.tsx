import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { MAX_LIST_DESCRIPTION, MAX_LIST_TITLE, type Playlist } from '#contract/lists/playlists.ts';
import type { Series } from '#contract/lists/series.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm, type FormOf } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useNavigate } from 'react-router';
import {
  useChangeList,
  useChooseVideos,
  useCreateList,
  useOwnVideos,
  useRemoveList,
} from './lists.queries.ts';

type Kind = 'playlist' | 'series';

const nameOf = (kind: Kind): string => (kind === 'playlist' ? t`Playlist name` : t`Series name`);
const isNamed = ({ title }: { title: string }): boolean => title.trim() !== '';

/** The name of a new playlist. */
export function NewName({ kind, form }: { kind: Kind; form: FormOf<{ title: string }> }) {
  return (
    <Field
      label={nameOf(kind)}
      hint={kind === 'playlist' ? t`Private until you make it public.` : undefined}
      {...form.field('title')}
      maxLength={MAX_LIST_TITLE}
      autoComplete="off"
    />
  );
}

export const useNewList = (kind: Kind, onSent: (created: { id: number }) => void) =>
  useForm(useFields({ title: '' }), useCreateList(kind), { ready: isNamed, onSent });

/** A new list begins with its name; its page opens. */
export function NewList({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const navigate = useNavigate();
  const pathOf = kind === 'playlist' ? paths.playlist : paths.series;
  const form = useNewList(kind, ({ id }) => void navigate(pathOf(id)));
  return (
    <Dialog
      title={kind === 'playlist' ? t`New playlist` : t`New series`}
      onClose={onClose}
      locked={form.pending}
    >
      <Form form={form} button={t`Create`} whole>
        <NewName kind={kind} form={form} />
      </Form>
    </Dialog>
  );
}

/** What its owner does with a playlist. */
export function PlaylistActions({ playlist }: { playlist: Playlist }) {
  return <ListActions kind="playlist" list={playlist} visibility={playlist.visibility} />;
}

/** What its creator does with a series. `videoIds`: its whole order. */
export function SeriesActions({ series, videoIds }: { series: Series; videoIds: number[] }) {
  const [open, setOpen] = useState(false);
  return (
    <ListActions kind="series" list={series}>
      <Button size="sm" className="h-10" onClick={() => setOpen(true)}>
        {t`Choose videos`}
      </Button>
      {open && <ChooseVideos id={series.id} chosen={videoIds} onClose={() => setOpen(false)} />}
    </ListActions>
  );
}

interface Edited {
  kind: Kind;
  list: Series;
  /** Of a playlist. */
  visibility?: Playlist['visibility'];
}

function ListActions({ children, ...edited }: Edited & { children?: ReactNode }) {
  const { kind, list } = edited;
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const removal = useRemoveList(kind, list.id);
  const { title: name } = list;
  const request = async () => {
    const [title, text] =
      kind === 'playlist'
        ? [t`Delete playlist “${name}”?`, t`Its videos won’t be deleted.`]
        : [t`Delete series “${name}”?`, t`Its videos won’t be deleted.`];
    if (!(await confirm({ title, text, action: t`Delete`, danger: true }))) return;
    removal.mutate(undefined, {
      onSuccess: () =>
        void navigate(kind === 'series' ? paths.studio('series') : paths.playlists(), { replace: true }),
    });
  };
  return (
    <>
      {children}
      <Button size="sm" className="h-10" onClick={() => setEditing(true)}>
        {t`Edit`}
      </Button>
      <Button
        size="sm"
        className="h-10"
        variant="quiet"
        pending={removal.isPending}
        onClick={() => void request()}
      >
        {t`Delete`}
      </Button>
      {editing && <EditList {...edited} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Edits a list's title and description, and a playlist's visibility. */
function EditList({ kind, list, visibility, onClose }: Edited & { onClose: () => void }) {
  const start = {
    title: list.title,
    description: list.description ?? '',
    visibility: String(visibility),
  };
  const form = useForm(useFields(start), useChangeList(kind, list.id), {
    ready: isNamed,
    toInput: (values) => ({
      title: values.title,
      description: values.description.trim() || null,
      ...(visibility && {
        visibility: values.visibility === 'PUBLIC' ? ('PUBLIC' as const) : ('PRIVATE' as const),
      }),
    }),
    onSent: onClose,
  });
  const isPlaylist = kind === 'playlist';
  return (
    <Dialog title={isPlaylist ? t`Edit playlist` : t`Edit series`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={isPlaylist ? t`Save playlist` : t`Save series`} whole>
        <Field label={nameOf(kind)} {...form.field('title')} maxLength={MAX_LIST_TITLE} autoComplete="off" />
        <TextArea
          label={t`Description`}
          {...form.field('description')}
          maxLength={MAX_LIST_DESCRIPTION}
          rows={4}
        />
        {isPlaylist && (
          <Select label={t`Who can see it`} {...form.field('visibility')}>
            <option value="PRIVATE">{t`Only you`}</option>
            <option value="PUBLIC">{t`Everyone`}</option>
          </Select>
        )}
      </Form>
    </Dialog>
  );
}

/** New videos are appended; existing ones retain their positions. */
function ChooseVideos({ id, chosen, onClose }: { id: number; chosen: number[]; onClose: () => void }) {
  const videos = useOwnVideos();
  const change = useChooseVideos(id);
  const [ids, setIds] = useState(chosen);
  const toggle = (video: number): void =>
    setIds(ids.includes(video) ? ids.filter((each) => each !== video) : [...ids, video]);
  return (
    <Dialog
      title={t`Choose videos`}
      onClose={onClose}
      locked={change.isPending}
      actions={
        <Button
          variant="primary"
          pending={change.isPending}
          onClick={() => change.mutate(ids, { onSuccess: onClose })}
        >
          {t`Save selection`}
        </Button>
      }
    >
      {videos.error && (
        <ErrorState title={t`Couldn’t load your videos`} onRetry={() => void videos.refetch()} />
      )}
      {!videos.data && !videos.error && <Skeleton className="h-40" />}
      <ul>
        {videos.data?.map((video) => (
          <li key={video.id}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={ids.includes(video.id)}
                onChange={() => toggle(video.id)}
              />
              <span dir="auto" className="min-w-0 flex-1 truncate text-start">
                {video.title}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FormError>{change.error?.message}</FormError>
    </Dialog>
  );
}
