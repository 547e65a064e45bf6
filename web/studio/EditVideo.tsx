import { t } from '@lingui/core/macro';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions/submissions.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { MAX_LOCATION_NAME } from '#contract/submissions/location.ts';
import type { SubmissionChange } from '#contract/submissions/studio.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { ReleaseFields } from '#web/app/forms/ReleaseFields.tsx';
import { changesOf, fromLocalField, releaseOf, type Release } from '#web/app/forms/release.ts';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { VideoActions } from './VideoActions.tsx';
import { VideoThumbnail } from './VideoThumbnail.tsx';
import { useUpdateVideo } from './studio.queries.ts';

interface Values extends Release {
  title: string;
  category: string;
  description: string;
  place: string;
}

/** Edits a video's text, visibility, schedule, thumbnail and file. */
export function EditVideo({ video, onClose }: { video: Submission; onClose: () => void }) {
  const { categories } = useConfig();
  const { title } = video;
  const fields = useFields<Values>({
    title,
    category: video.category,
    description: video.description ?? '',
    place: video.location?.name ?? '',
    ...releaseOf(video),
  });
  const form = useForm(fields, useUpdateVideo(video.id), {
    ready: (values) => values.title.trim() !== '',
    toInput: (values) => changeOf(video, values),
    done: t`Saved`,
    onSent: onClose,
  });
  const isArchived = video.archivedAt !== null;
  return (
    <Dialog title={t`Edit “${title}”`} onClose={onClose} wide>
      <div className="flex flex-col gap-6">
        {!isArchived && (
          <Form form={form} button={t`Save`} onCancel={onClose}>
            <Field label={t`Title`} required maxLength={MAX_TITLE} {...form.field('title')} />
            <Select label={t`Category`} {...form.field('category')}>
              <CategoryOptions names={categories} />
            </Select>
            <TextArea label={t`Description`} maxLength={MAX_DESCRIPTION} {...form.field('description')} />
            <Field label={t`Place`} maxLength={MAX_LOCATION_NAME} {...form.field('place')} />
            <ReleaseFields values={fields.values} field={form.field} />
          </Form>
        )}
        {!isArchived && video.processing === 'READY' && <VideoThumbnail video={video} />}
        <VideoActions video={video} onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** Only the changed fields: changes of texts may need a review. */
function changeOf(video: Submission, values: Values): SubmissionChange {
  const { publishAt, ...release } = changesOf(releaseOf(video), values);
  const location = values.place.trim();
  const description = values.description.trim() || null;
  const {
    latitude = null,
    longitude = null,
    address = null,
    city = null,
    state = null,
    country = null,
  } = video.location ?? {};
  return {
    ...(values.title !== video.title && { title: values.title }),
    ...(values.category !== video.category && { category: values.category }),
    ...(description !== video.description && { description }),
    ...(location !== (video.location?.name ?? '') && {
      location:
        location === '' && latitude === null && address === null
          ? null
          : { name: location || null, latitude, longitude, accuracy: null, address, city, state, country },
    }),
    ...release,
    ...(publishAt !== undefined && { publishAt: fromLocalField(publishAt) }),
  };
}
