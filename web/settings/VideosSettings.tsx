import { t } from '@lingui/core/macro';
import type { CommunityState } from '#contract/settings/settings.ts';
import type { VideoSettingsState } from '#contract/settings/video-settings.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox, Field, TextArea } from '#web/ui/controls/Field.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** What is reviewed and published of videos, where they may be shown, how they are encoded, and whether they can be downloaded. */
export function VideosSettings() {
  return (
    <div className="flex flex-col gap-6">
      <Section section="community">{(state) => <VideosForm state={state} />}</Section>
      <Section section="videos">{(state) => <FilesForm state={state} />}</Section>
    </div>
  );
}

function FilesForm({ state }: { state: VideoSettingsState }) {
  const { reencodeWhenIdle, popularAfterViews, av1, downloads } = state;
  const { form } = useSectionForm(
    'videos',
    state,
    { reencodeWhenIdle, popularAfterViews: formatNumber(popularAfterViews), av1, downloads },
    (values) => ({ ...values, popularAfterViews: parseNumber(values.popularAfterViews) }),
  );
  return (
    <Card className="max-w-2xl" title={t`Encoding and downloads`}>
      <FormFrame section="videos" form={form}>
        <Checkbox
          label={t`Re-encode popular videos when the server is idle`}
          {...form.checkbox('reencodeWhenIdle')}
          hint={t`Same quality, smaller files. Stops whenever something else has to be encoded.`}
        />
        <Checkbox
          label={t`Offer AV1 for popular videos`}
          {...form.checkbox('av1')}
          hint={t`Loads faster on devices that support it, but takes extra storage and a lot of processor time. Requires ffmpeg with SVT-AV1.`}
        />
        <Field
          label={t`Views in 30 days to count as popular`}
          inputMode="numeric"
          {...form.field('popularAfterViews')}
        />
        <Checkbox
          label={t`Allow downloads`}
          {...form.checkbox('downloads')}
          hint={t`Applies unless a video's creator chooses otherwise. Imported videos can't be downloaded.`}
        />
      </FormFrame>
    </Card>
  );
}

function VideosForm({ state }: { state: CommunityState }) {
  const { form } = useSectionForm(
    'community',
    state,
    {
      editReview: state.editReview,
      publishMachineCaptions: state.publishMachineCaptions,
      embedOrigins: state.embedOrigins.join('\n'),
      announce: state.announce,
    },
    ({ embedOrigins, ...others }) => ({
      ...others,
      embedOrigins: embedOrigins.split(/[\s,]+/).filter(Boolean),
    }),
  );
  return (
    <Card className="max-w-2xl">
      <FormFrame section="community" form={form}>
        <Checkbox
          label={t`Review changes to videos`}
          {...form.checkbox('editReview')}
          hint={t`When creators edit a video's text, an admin reviews it first. Until then, the old text stays.`}
        />
        <Checkbox
          label={t`Publish automatic captions immediately`}
          {...form.checkbox('publishMachineCaptions')}
          hint={t`When off, they stay drafts until someone reviews and publishes them. Requires TRANSCRIBE_MODEL.`}
        />
        <TextArea
          label={t`Sites that can embed videos`}
          rows={3}
          {...form.field('embedOrigins')}
          hint={t`One address per line, such as https://example.org. Leave empty to allow all sites.`}
        />
        <Checkbox
          label={t`Announce new videos`}
          {...form.checkbox('announce')}
          hint={t`Notifies search engines (IndexNow) and feed readers (WebSub) when a public video goes live or is removed.`}
        />
      </FormFrame>
    </Card>
  );
}
