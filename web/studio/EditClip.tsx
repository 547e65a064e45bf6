import { t } from '@lingui/core/macro';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions.ts';
import type { Submission } from '#contract/submissions.ts';
import { MAX_LOCATION_NAME } from '#contract/studio/place.ts';
import { COMMENTS_MODES, VISIBILITIES, type CommentsMode, type Visibility } from '#contract/videos.ts';
import type { SubmissionChange } from '#contract/studio/studio.ts';
import { useConfig } from '#web/app/config.ts';
import { useFields, useForm } from '#web/app/form.ts';
import { Form } from '#web/app/Form.tsx';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ClipActs } from './ClipActs.tsx';
import { ClipPicture } from './ClipPicture.tsx';
import { useChangeClip } from './studio.queries.ts';
import { commentsModes, fromLocalField, toLocalField, visibilities } from './words.ts';

interface Values {
  title: string;
  category: string;
  description: string;
  place: string;
  visibility: Visibility;
  publishAt: string;
  comments: CommentsMode;
}

const hints = (): Record<Visibility, string> => ({
  PUBLIC: t`Everybody sees it, in lists and in the search.`,
  UNLISTED: t`Whoever has its address sees it. It stands in no list.`,
  MEMBERS: t`Who is signed in and has its address sees it. It stands in no list.`,
  PRIVATE: t`Only you and admins see it. It is not reviewed.`,
});

/** What a clip says, who sees it, when it comes out; its picture and its film. */
export function EditClip({ clip, onClose }: { clip: Submission; onClose: () => void }) {
  const { categories } = useConfig();
  const { title } = clip;
  const fields = useFields<Values>({
    title,
    category: clip.category,
    description: clip.description ?? '',
    place: clip.location?.name ?? '',
    visibility: clip.visibility,
    publishAt: toLocalField(clip.publishAt),
    comments: clip.comments,
  });
  const form = useForm(fields, useChangeClip(clip.id), {
    ready: (values) => values.title.trim() !== '',
    toInput: (values) => changeOf(clip, values),
    done: t`Saved`,
    onSent: onClose,
  });
  const isArchived = clip.archivedAt !== null;
  return (
    <Dialog title={t`Edit “${title}”`} onClose={onClose} wide>
      <div className="flex flex-col gap-6">
        {!isArchived && (
          <Form form={form} button={t`Save`} onCancel={onClose}>
            <Field label={t`Title`} required maxLength={MAX_TITLE} {...form.field('title')} />
            <Select label={t`Category`} {...form.field('category')}>
              {categories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </Select>
            <TextArea label={t`Description`} maxLength={MAX_DESCRIPTION} {...form.field('description')} />
            <Field label={t`Place`} maxLength={MAX_LOCATION_NAME} {...form.field('place')} />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <Select
                label={t`Visibility`}
                hint={hints()[fields.values.visibility]}
                {...form.field('visibility')}
              >
                {VISIBILITIES.map((each) => (
                  <option key={each} value={each}>
                    {visibilities()[each]}
                  </option>
                ))}
              </Select>
              <Field
                label={t`Publish at`}
                type="datetime-local"
                hint={t`In your time zone. Empty, or past: as soon as it is approved.`}
                {...form.field('publishAt')}
              />
            </div>
            <Select label={t`Comments`} {...form.field('comments')}>
              {COMMENTS_MODES.map((each) => (
                <option key={each} value={each}>
                  {commentsModes()[each]}
                </option>
              ))}
            </Select>
          </Form>
        )}
        {!isArchived && clip.processing === 'READY' && <ClipPicture clip={clip} />}
        <ClipActs clip={clip} onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** Only what is another now: words may have to be seen by an admin. */
function changeOf(clip: Submission, values: Values): SubmissionChange {
  const publishAt = fromLocalField(values.publishAt);
  const place = values.place.trim();
  const description = values.description.trim() || null;
  const {
    latitude = null,
    longitude = null,
    address = null,
    city = null,
    state = null,
    country = null,
  } = clip.location ?? {};
  return {
    ...(values.title !== clip.title && { title: values.title }),
    ...(values.category !== clip.category && { category: values.category }),
    ...(description !== clip.description && { description }),
    ...(place !== (clip.location?.name ?? '') && {
      location:
        place === '' && latitude === null && address === null
          ? null
          : { name: place || null, latitude, longitude, accuracy: null, address, city, state, country },
    }),
    ...(values.visibility !== clip.visibility && { visibility: values.visibility }),
    ...(values.publishAt !== toLocalField(clip.publishAt) && { publishAt }),
    ...(values.comments !== clip.comments && { comments: values.comments }),
  };
}
