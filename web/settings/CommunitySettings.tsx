import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { CommunityState } from '#contract/settings/settings.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { paths } from '#web/app/paths.ts';
import { formatExact } from '#web/ui/format.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** Who may comment and post, and what needs review. */
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
      guestComments: state.guestComments,
      commentsOff: state.commentsOff,
      game: state.game,
      review: state.review,
      newcomerHours: formatNumber(state.newcomerHours),
      newcomerLinks: formatNumber(state.newcomerLinks),
      writersMinDays: formatNumber(isLimited ? state.writersMinDays : 0),
      writersForHours: formatNumber(isLimited ? state.writersForHours : 0),
    },
    ({ newcomerHours, newcomerLinks, writersMinDays, writersForHours, ...others }) => ({
      ...others,
      newcomerHours: parseNumber(newcomerHours),
      newcomerLinks: parseNumber(newcomerLinks),
      writersMinDays: parseNumber(writersMinDays),
      writersForHours: parseNumber(writersForHours),
    }),
  );
}

function CommunityForm({ state }: { state: CommunityState }) {
  const until = limitedUntil(state);
  const end = until && formatExact(until.toISOString());
  const { form } = useCommunityForm(state, until !== null);
  return (
    <Card className="max-w-2xl">
      <FormFrame section="community" form={form}>
        <Checkbox
          label={t`Allow guest comments`}
          {...form.checkbox('guestComments')}
          hint={t`When off, guests must sign in to comment. They can still watch, like and buy.`}
        />
        <Checkbox
          label={t`Turn off comments`}
          {...form.checkbox('commentsOff')}
          hint={t`Applies unless a video's creator chooses otherwise. Existing comments stay.`}
        />
        <Checkbox
          label={t`Falling blocks game`}
          {...form.checkbox('game')}
          hint={t`Shown in the footer, on “page not found” and while the server starts.`}
        />
        <Select
          label={t`Review comments and posts`}
          {...form.field('review')}
          hint={t`Items pending review appear in Reports.`}
        >
          <option value="nobody">{t`Suspicious only`}</option>
          <option value="newcomers">{t`From new members`}</option>
          <option value="everybody">{t({ message: 'All', context: 'comments and posts' })}</option>
        </Select>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label={t`New member period (hours)`}
            inputMode="numeric"
            {...form.field('newcomerHours')}
            hint={t`Counted from sign-up. Guests always count as new.`}
          />
          <Field
            label={t`Links allowed for new members`}
            inputMode="numeric"
            {...form.field('newcomerLinks')}
            hint={t`Per comment. Posts can have two more. Anything above that goes to pending review.`}
          />
        </div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label={t`Minimum membership to post (days)`}
            inputMode="numeric"
            {...form.field('writersMinDays')}
            hint={t`Protects against a wave of new accounts. Newer members and guests can only read. 0: everyone can post.`}
          />
          <Field
            label={t`Duration (hours)`}
            inputMode="numeric"
            {...form.field('writersForHours')}
            hint={end ? t`Until ${end}.` : t`Starts when you save.`}
          />
        </div>
        <p className="text-sm text-ink-soft">
          <Trans>
            Manage words that always send a text to review under{' '}
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
