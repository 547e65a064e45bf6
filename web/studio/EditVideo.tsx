import { t } from '@lingui/core/macro';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions/submissions.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { MAX_SUPPORT_LINK } from '#contract/videos/labels.ts';
import { MAX_LOCATION_NAME } from '#contract/submissions/location.ts';
import { backend } from '#web/app/client/backend.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { useForm } from '#web/app/forms/form.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { LabelFields } from '#web/app/forms/LabelFields.tsx';
import { ReleaseFields } from '#web/app/forms/ReleaseFields.tsx';
import { TagField } from '#web/app/forms/TagField.tsx';
import { useUnsavedChanges } from '#web/app/forms/unsaved.ts';
import { useMe } from '#web/app/session/me.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { FocusField } from '#web/ui/controls/FocusField.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { ChangedElsewhere, isChangedElsewhere } from './ChangedElsewhere.tsx';
import { DangerZone } from './DangerZone.tsx';
import { useUpdateVideo, type VideoAct } from './studio.queries.ts';
import { TrimDialog } from './TrimDialog.tsx';
import { TrimSummary } from './TrimSummary.tsx';
import { useEditedVideo } from './useEditedVideo.ts';
import { VideoPreview } from './VideoPreview.tsx';
import { VideoThumbnail } from './VideoThumbnail.tsx';

interface EditVideoProps {
  video: Submission;
  /** The sections that other slices provide. */
  captions: ReactNode;
  /** Null: not for who is signed in. `stage` is around the player. */
  products: ((stage: RefObject<HTMLElement | null>) => ReactNode) | null;
  onDone: (act: VideoAct) => void;
}

/** Edits a video: its details, thumbnail, captions and visibility beside the player. */
export function EditVideo({ video, captions, products, onDone }: EditVideoProps) {
  const stage = useRef<HTMLDivElement>(null);
  const isArchived = video.archivedAt !== null;
  return (
    <>
      <nav aria-label={t`Edit video`} className="no-scrollbar -mx-1 mb-5 flex gap-1 overflow-x-auto p-1">
        {sections()
          .filter(({ id }) => id === 'danger' || !isArchived)
          .filter(({ id }) => id !== 'products' || products)
          .map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              className="touch-target inline-flex h-9 shrink-0 items-center rounded-pill border border-line px-3.5 text-sm font-semibold hover:bg-raised"
            >
              {title}
            </a>
          ))}
      </nav>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <VideoPreview video={video} stage={stage} />
        <div className="flex min-w-0 flex-col gap-5 lg:order-first">
          {!isArchived && (
            <EditForm
              video={video}
              thumbnail={<VideoThumbnail video={video} stage={stage} />}
              captions={captions}
            />
          )}
          {!isArchived && products && <Section id="products">{products(stage)}</Section>}
          <Section id="danger">
            <DangerZone video={video} onDone={onDone} />
          </Section>
        </div>
      </div>
    </>
  );
}

const sections = () => [
  { id: 'details', title: t`Details` },
  { id: 'thumbnail', title: t`Thumbnail` },
  { id: 'trim', title: t`Trim & crop` },
  { id: 'captions', title: t`Captions` },
  { id: 'visibility', title: t`Visibility` },
  { id: 'products', title: t`Products` },
  { id: 'danger', title: t`Danger zone` },
];

/** A section that links lead to. */
function Section({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id}>
      <Card title={sections().find((section) => section.id === id)?.title}>
        <div className="flex flex-col gap-4">{children}</div>
      </Card>
    </div>
  );
}

function EditForm({
  video,
  thumbnail,
  captions,
}: {
  video: Submission;
  thumbnail: ReactNode;
  captions: ReactNode;
}) {
  const { categories } = useConfig();
  const { me } = useMe();
  const [isTrimming, setTrimming] = useState(false);
  const { fields, change, isDirty, version, reload, take } = useEditedVideo(video);
  const update = useUpdateVideo(video.id);
  const form = useForm(fields, update, {
    ready: ({ title }) => isDirty && title.trim() !== '',
    toInput: () => ({ ...change, version }),
    done: t`Saved`,
    onSent: (saved) => take(saved),
  });
  useUnsavedChanges(isDirty);
  const reloadForm = async (): Promise<void> => {
    await reload();
    update.reset();
  };
  const problem = isChangedElsewhere(update.error) ? <ChangedElsewhere onReload={reloadForm} /> : undefined;
  return (
    <>
      <Form form={form} button={null} problem={problem} className="gap-5">
        <Section id="details">
          <Field label={t`Title`} required maxLength={MAX_TITLE} {...form.field('title')} />
          <Select label={t`Category`} {...form.field('category')}>
            <CategoryOptions names={categories} />
          </Select>
          <TextArea label={t`Description`} maxLength={MAX_DESCRIPTION} {...form.field('description')} />
          <TagField
            tags={fields.values.tags}
            onChange={(tags) => fields.set('tags', tags)}
            error={form.errors['tags']}
          />
          <Field label={t`Place`} maxLength={MAX_LOCATION_NAME} {...form.field('place')} />
          <LabelFields
            labels={fields.values.labels}
            onChange={(labels) => fields.set('labels', labels)}
            locked={me?.role === 'GLOBAL_ADMIN' ? [] : video.adminLabels}
          />
        </Section>
        <Section id="thumbnail">
          {video.processing === 'READY' ? (
            <>
              {thumbnail}
              {video.thumbnail && (
                <FocusField
                  src={backend(video.thumbnail)}
                  value={fields.values.focus}
                  onChange={(focus) => fields.set('focus', focus)}
                />
              )}
            </>
          ) : (
            <p className="text-ink-soft">{t`Available once the video is processed.`}</p>
          )}
        </Section>
        <Section id="trim">
          {video.processing === 'READY' ? (
            <TrimSummary video={video} onOpen={() => setTrimming(true)} />
          ) : (
            <p className="text-ink-soft">{t`Available once the video is processed.`}</p>
          )}
        </Section>
        <Section id="captions">{captions}</Section>
        <Section id="visibility">
          <ReleaseFields values={fields.values} field={form.field} />
          <Select label={t`Downloads`} {...form.field('downloads')}>
            <option value="DEFAULT">{t`Site default`}</option>
            <option value="ON">{t`Allowed`}</option>
            <option value="OFF">{t`Not allowed`}</option>
          </Select>
          <Field
            label={t`Support link`}
            type="url"
            hint={t`Where viewers can support you, such as a donation page. Leave it empty to show the link of your profile.`}
            maxLength={MAX_SUPPORT_LINK}
            placeholder="https://"
            {...form.field('supportLink')}
          />
        </Section>
        <div className="sticky bottom-(--tabs,0px) z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-1 py-3">
          <Button type="submit" variant="primary" pending={form.pending} disabled={!form.ready}>
            {t`Save`}
          </Button>
          {isDirty && (
            <>
              <Button variant="quiet" onClick={() => fields.reset()}>
                {t`Discard`}
              </Button>
              <p className="text-sm text-ink-soft max-sm:hidden">{t`Unsaved changes`}</p>
            </>
          )}
        </div>
      </Form>
      {isTrimming && (
        <TrimDialog
          video={video}
          version={version}
          onSaved={(saved) => take(saved, true)}
          onReload={reload}
          onClose={() => setTrimming(false)}
        />
      )}
    </>
  );
}
