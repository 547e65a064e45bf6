import { t } from '@lingui/core/macro';
import type { Submission } from '#contract/submissions/submissions.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { useUpdateVideo } from '#web/studio/studio.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Select } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useSeriesOf } from '#web/lists/lists.queries.ts';

/** Puts a video at the end of a series, or removes it from the one it is in. */
export function AddToSeries({ video, onClose }: { video: Submission; onClose: () => void }) {
  const { title, seriesId } = video;
  const { data: series = [] } = useSeriesOf();
  const form = useForm(useFields({ series: String(seriesId ?? '') }), useUpdateVideo(video.id), {
    toInput: (values) => ({ seriesId: Number(values.series) || null, version: video.version }),
    done: t`Saved`,
    onSent: onClose,
  });
  return (
    <Dialog title={t`Add “${title}” to a series`} onClose={onClose} locked={form.pending}>
      <Form
        form={form}
        button={t`Save`}
        beside={
          <ButtonLink variant="quiet" to={paths.studio('series')} onClick={onClose}>
            {t`New series`}
          </ButtonLink>
        }
      >
        <Select label={t`Series`} hint={t`A video can be in one series.`} {...form.field('series')}>
          <option value="">{t({ message: 'None', context: 'series' })}</option>
          {series.map(({ id, title: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Form>
    </Dialog>
  );
}
