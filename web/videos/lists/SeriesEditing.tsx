import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { MAX_LIST_DESCRIPTION, MAX_LIST_TITLE } from '#contract/lists/playlists.ts';
import type { Series } from '#contract/lists/series.ts';
import { Form } from '#web/app/Form.tsx';
import { useFields, useForm } from '#web/app/form.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useNavigate } from '#web/ui/router.tsx';
import { useChangeSeries, useCreateSeries, useOwnClips, useRemoveSeries } from './series.queries.ts';

/** A new series begins with its name; its clips are chosen on its page. */
export function NewSeries({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm(useFields({ title: '' }), useCreateSeries(), {
    ready: ({ title }) => title.trim() !== '',
    onSent: ({ id }) => navigate(paths.series(id)),
  });
  return (
    <Dialog title={t`New series`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Create`} whole>
        <Field
          label={t`Name of the series`}
          {...form.field('title')}
          maxLength={MAX_LIST_TITLE}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}

/** What its creator does with a series. `videoIds`: its whole order. */
export function SeriesActions({ series, videoIds }: { series: Series; videoIds: number[] }) {
  const [open, setOpen] = useState<'words' | 'clips' | null>(null);
  const remove = useRemoveSeries(series.id);
  const navigate = useNavigate();
  const ask = async () => {
    const { title: name } = series;
    const title = t`Delete the series “${name}”?`;
    if (!(await confirm({ title, text: t`Its clips stay.`, action: t`Delete`, danger: true }))) return;
    remove.mutate(undefined, { onSuccess: () => navigate(paths.playlists(), { replace: true }) });
  };
  return (
    <>
      <Button size="sm" className="h-10" onClick={() => setOpen('clips')}>
        {t`Choose clips`}
      </Button>
      <Button size="sm" className="h-10" onClick={() => setOpen('words')}>
        {t`Edit`}
      </Button>
      <Button
        size="sm"
        className="h-10"
        variant="quiet"
        pending={remove.isPending}
        onClick={() => void ask()}
      >
        {t`Delete`}
      </Button>
      {open === 'words' && <EditWords series={series} onClose={() => setOpen(null)} />}
      {open === 'clips' && <ChooseClips id={series.id} chosen={videoIds} onClose={() => setOpen(null)} />}
    </>
  );
}

function EditWords({ series, onClose }: { series: Series; onClose: () => void }) {
  const start = { title: series.title, description: series.description ?? '' };
  const form = useForm(useFields(start), useChangeSeries(series.id), {
    ready: ({ title }) => title.trim() !== '',
    toInput: ({ title, description }) => ({ title, description: description.trim() || null }),
    onSent: onClose,
  });
  return (
    <Dialog title={t`Edit the series`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Save series`} whole>
        <Field
          label={t`Name of the series`}
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
      </Form>
    </Dialog>
  );
}

/** What is chosen anew goes to the end; what is in it keeps its place. */
function ChooseClips({ id, chosen, onClose }: { id: number; chosen: number[]; onClose: () => void }) {
  const clips = useOwnClips();
  const change = useChangeSeries(id);
  const [ids, setIds] = useState(chosen);
  const toggle = (clip: number): void =>
    setIds(ids.includes(clip) ? ids.filter((each) => each !== clip) : [...ids, clip]);
  return (
    <Dialog
      title={t`Choose clips`}
      onClose={onClose}
      locked={change.isPending}
      actions={
        <Button
          variant="primary"
          pending={change.isPending}
          onClick={() => change.mutate({ videoIds: ids }, { onSuccess: onClose })}
        >
          {t`Save the choice`}
        </Button>
      }
    >
      {clips.error && (
        <ErrorState title={t`Your clips could not be loaded`} onRetry={() => void clips.refetch()} />
      )}
      {!clips.data && !clips.error && <Skeleton className="h-40" />}
      <ul>
        {clips.data?.map((clip) => (
          <li key={clip.id}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={ids.includes(clip.id)}
                onChange={() => toggle(clip.id)}
              />
              <span dir="auto" className="min-w-0 flex-1 truncate text-start">
                {clip.title}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FormError>{change.error?.message}</FormError>
    </Dialog>
  );
}
