import { t } from '@lingui/core/macro';
import { MAX_LIST_DESCRIPTION, MAX_LIST_TITLE, type Playlist } from '#contract/lists/playlists.ts';
import { Form } from '#web/app/Form.tsx';
import { useFields, useForm } from '#web/app/form.ts';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useChangePlaylist } from './playlists.queries.ts';

/** What a playlist says of itself, and who sees it. */
export function EditPlaylist({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const start = {
    title: playlist.title,
    description: playlist.description ?? '',
    visibility: playlist.visibility as string,
  };
  const form = useForm(useFields(start), useChangePlaylist(playlist.id), {
    ready: ({ title }) => title.trim() !== '',
    toInput: ({ title, description, visibility }) => ({
      title,
      description: description.trim() || null,
      visibility: visibility === 'PUBLIC' ? ('PUBLIC' as const) : ('PRIVATE' as const),
    }),
    onSent: onClose,
  });
  return (
    <Dialog title={t`Edit the playlist`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Save playlist`} whole>
        <Field
          label={t`Name of the playlist`}
          {...form.field('title')}
          maxLength={MAX_LIST_TITLE}
          autoComplete="off"
        />
        <TextArea
          label={t`Description`}
          {...form.field('description')}
          maxLength={MAX_LIST_DESCRIPTION}
          rows={4}
        />
        <Select label={t`Who sees it`} {...form.field('visibility')}>
          <option value="PRIVATE">{t`Only you`}</option>
          <option value="PUBLIC">{t`Everybody who has its address`}</option>
        </Select>
      </Form>
    </Dialog>
  );
}
