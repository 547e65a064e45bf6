import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Series } from '#contract/lists/series.ts';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { DeleteList, EditList, isNamed, NewList } from './ListDialogs.tsx';
import { useChangeSeries, useCreateSeries, useOwnClips, useRemoveSeries } from './series.queries.ts';

/** Its clips are chosen on its page. */
export function NewSeries({ onClose }: { onClose: () => void }) {
  return (
    <NewList
      heading={t`New series`}
      label={t`Name of the series`}
      sender={useCreateSeries()}
      pathOf={paths.series}
      onClose={onClose}
    />
  );
}

/** What its creator does with a series. `videoIds`: its whole order. */
export function SeriesActions({ series, videoIds }: { series: Series; videoIds: number[] }) {
  const [open, setOpen] = useState<'words' | 'clips' | null>(null);
  const { title: name } = series;
  return (
    <>
      <Button size="sm" className="h-10" onClick={() => setOpen('clips')}>
        {t`Choose clips`}
      </Button>
      <Button size="sm" className="h-10" onClick={() => setOpen('words')}>
        {t`Edit`}
      </Button>
      <DeleteList
        question={t`Delete the series “${name}”?`}
        text={t`Its clips stay.`}
        removal={useRemoveSeries(series.id)}
        to={paths.playlists()}
      />
      {open === 'words' && <EditSeries series={series} onClose={() => setOpen(null)} />}
      {open === 'clips' && <ChooseClips id={series.id} chosen={videoIds} onClose={() => setOpen(null)} />}
    </>
  );
}

function EditSeries({ series, onClose }: { series: Series; onClose: () => void }) {
  const start = { title: series.title, description: series.description ?? '' };
  const form = useForm(useFields(start), useChangeSeries(series.id), {
    ready: isNamed,
    toInput: ({ title, description }) => ({ title, description: description.trim() || null }),
    onSent: onClose,
  });
  return (
    <EditList
      heading={t`Edit the series`}
      label={t`Name of the series`}
      save={t`Save series`}
      form={form}
      title={form.field('title')}
      description={form.field('description')}
      onClose={onClose}
    />
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
