import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Playlist } from '#contract/lists/playlists.ts';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Select } from '#web/ui/controls/Field.tsx';
import { DeleteList, EditList, isNamed, NewList } from './ListDialogs.tsx';
import { useChangePlaylist, useCreatePlaylist, useRemovePlaylist } from './playlists.queries.ts';

export function NewPlaylist({ onClose }: { onClose: () => void }) {
  return (
    <NewList
      heading={t`New playlist`}
      label={t`Name of the playlist`}
      hint={t`Private until you make it public.`}
      sender={useCreatePlaylist()}
      pathOf={paths.playlist}
      onClose={onClose}
    />
  );
}

/** What its owner does with a playlist. */
export function PlaylistActions({ playlist }: { playlist: Playlist }) {
  const [editing, setEditing] = useState(false);
  const { title: name } = playlist;
  return (
    <>
      <Button size="sm" className="h-10" onClick={() => setEditing(true)}>
        {t`Edit`}
      </Button>
      <DeleteList
        question={t`Delete the playlist “${name}”?`}
        text={t`Its clips stay where they are.`}
        removal={useRemovePlaylist(playlist.id)}
        to={paths.playlists()}
      />
      {editing && <EditPlaylist playlist={playlist} onClose={() => setEditing(false)} />}
    </>
  );
}

/** What a playlist says of itself, and who sees it. */
function EditPlaylist({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const start = {
    title: playlist.title,
    description: playlist.description ?? '',
    visibility: playlist.visibility as string,
  };
  const form = useForm(useFields(start), useChangePlaylist(playlist.id), {
    ready: isNamed,
    toInput: ({ title, description, visibility }) => ({
      title,
      description: description.trim() || null,
      visibility: visibility === 'PUBLIC' ? ('PUBLIC' as const) : ('PRIVATE' as const),
    }),
    onSent: onClose,
  });
  return (
    <EditList
      heading={t`Edit the playlist`}
      label={t`Name of the playlist`}
      save={t`Save playlist`}
      form={form}
      title={form.field('title')}
      description={form.field('description')}
      onClose={onClose}
    >
      <Select label={t`Who sees it`} {...form.field('visibility')}>
        <option value="PRIVATE">{t`Only you`}</option>
        <option value="PUBLIC">{t`Everybody`}</option>
      </Select>
    </EditList>
  );
}
