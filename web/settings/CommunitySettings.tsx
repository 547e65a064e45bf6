import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { MAX_QUESTION } from '#contract/settings/community.ts';
import type { CommunityState } from '#contract/settings/settings.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { paths } from '#web/app/paths.ts';
import { formatExact } from '#web/ui/format.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { signUpChoices } from './sign-up-choices.ts';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** Who may join and post, and what needs review. */
export function CommunitySettings() {
  return <Section section="community">{(state) => <CommunityForm state={state} />}</Section>;
}

/** When the restriction on new members ends; null: there is none. */
function limitedUntil({ writersMinDays, writersForHours, writersSince }: CommunityState): Date | null {
  if (writersMinDays === 0 || writersSince === null) return null;
  const end = Date.parse(writersSince) + writersForHours * 3_600_000;
  return end > Date.now() ? new Date(end) : null;
}

/** The fields as they are typed. `isLimited`: only older members may write just now. */
function useCommunityForm(state: CommunityState, isLimited: boolean) {
  return useSectionForm(
    'community',
    state,
    {
      signUp: state.signUp,
      signUpQuestion: state.signUpQuestion ?? '',
      membersInvite: state.membersInvite,
      guestComments: state.guestComments,
      commentsOff: state.commentsOff,
      editReview: state.editReview,
      publishMachineCaptions: state.publishMachineCaptions,
      game: state.game,
      review: state.review,
      newcomerHours: formatNumber(state.newcomerHours),
      newcomerLinks: formatNumber(state.newcomerLinks),
      writersMinDays: formatNumber(isLimited ? state.writersMinDays : 0),
      writersForHours: formatNumber(isLimited ? state.writersForHours : 0),
      embedOrigins: state.embedOrigins.join('\n'),
      announce: state.announce,
    },
    ({
      newcomerHours,
      newcomerLinks,
      writersMinDays,
      writersForHours,
      signUpQuestion,
      embedOrigins,
      ...others
    }) => ({
      ...others,
      signUpQuestion: signUpQuestion.trim() || null,
      newcomerHours: parseNumber(newcomerHours),
      newcomerLinks: parseNumber(newcomerLinks),
      writersMinDays: parseNumber(writersMinDays),
      writersForHours: parseNumber(writersForHours),
      embedOrigins: embedOrigins.split(/[\s,]+/).filter(Boolean),
    }),
  );
}

function CommunityForm({ state }: { state: CommunityState }) {
  const until = limitedUntil(state);
  const end = until && formatExact(until.toISOString());
  const { form } = useCommunityForm(state, until !== null);
  return (
    <Card title={t`Community`} className="max-w-2xl">
      <FormFrame section="community" form={form}>
        <Select label={t`Who can sign up`} {...form.field('signUp')}>
          {signUpChoices().map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {form.field('signUp').value === 'approved' && (
          <Field
            label={t`Question for new members`}
            {...form.field('signUpQuestion')}
            maxLength={MAX_QUESTION}
            autoComplete="off"
            placeholder={t`Why would you like to join?`}
          />
        )}
        <Checkbox
          label={t`Members may invite people`}
          {...form.checkbox('membersInvite')}
          hint={t`Up to five at a time, by links from their settings. An invitation needs no approval.`}
        />
        <Checkbox
          label={t`Guests may comment`}
          {...form.checkbox('guestComments')}
          hint={t`Off: people sign in before they comment. They can still watch, like and buy.`}
        />
        <Checkbox
          label={t`Comments are turned off`}
          {...form.checkbox('commentsOff')}
          hint={t`On clips whose creators don't say otherwise. Comments that are there stay.`}
        />
        <Checkbox
          label={t`Changes of clips are reviewed`}
          {...form.checkbox('editReview')}
          hint={t`What creators change of a clip's words waits for an admin; until then it says what it said.`}
        />
        <Checkbox
          label={t`Captions made by machine are shown at once`}
          {...form.checkbox('publishMachineCaptions')}
          hint={t`Off: they are drafts until somebody has read and published them. They are made where TRANSCRIBE_MODEL is set.`}
        />
        <Checkbox
          label={t`The game of falling blocks`}
          {...form.checkbox('game')}
          hint={t`In the footer, on pages that are not there, and while the server starts.`}
        />
        <Select
          label={t`Comments and posts held for review`}
          {...form.field('review')}
          hint={t`Held items appear in Reports.`}
        >
          <option value="nobody">{t`Only what looks suspicious`}</option>
          <option value="newcomers">{t`From newcomers`}</option>
          <option value="everybody">{t({ message: 'All', context: 'comments and posts' })}</option>
        </Select>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label={t`Newcomer for (hours)`}
            inputMode="numeric"
            {...form.field('newcomerHours')}
            hint={t`After signing up. Guests always count as newcomers.`}
          />
          <Field
            label={t`Links allowed to newcomers`}
            inputMode="numeric"
            {...form.field('newcomerLinks')}
            hint={t`In a comment; posts may have two more. Anything above is held for review.`}
          />
        </div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label={t`Only members of at least (days) write`}
            inputMode="numeric"
            {...form.field('writersMinDays')}
            hint={t`Against a wave of new accounts: others and guests can only read. 0: everybody writes.`}
          />
          <Field
            label={t`For (hours)`}
            inputMode="numeric"
            {...form.field('writersForHours')}
            hint={end ? t`Until ${end}.` : t`From when you save.`}
          />
        </div>
        <SitesField {...form.field('embedOrigins')} />
        <Checkbox
          label={t`Announce new clips`}
          {...form.checkbox('announce')}
          hint={t`Tells search engines (IndexNow) and readers of the feeds (WebSub) when a public clip comes out or is taken away.`}
        />
        <p className="text-sm text-ink-soft">
          <Trans>
            Words that always make a text wait are kept under{' '}
            <Link
              className="text-accent-text underline underline-offset-2"
              to={`${paths.admin()}?tab=reports`}
            >
              Reports
            </Link>
            .
          </Trans>
        </p>
      </FormFrame>
    </Card>
  );
}

/** Whose pages may embed videos. */
function SitesField(field: Omit<ComponentProps<typeof TextArea>, 'label'>) {
  return (
    <TextArea
      label={t`Sites that may show clips`}
      rows={3}
      {...field}
      hint={t`One address a line, such as https://example.org. Empty: every site may.`}
    />
  );
}
