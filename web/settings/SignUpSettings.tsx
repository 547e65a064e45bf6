import { t } from '@lingui/core/macro';
import { MAX_QUESTION } from '#contract/settings/community.ts';
import type { Community } from '#contract/settings/community.ts';
import type { CommunityState } from '#contract/settings/settings.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

const choices = (): [value: Community['signUp'], label: string][] => [
  ['everybody', t`Everyone`],
  ['approved', t`Approval required (People)`],
  ['invited', t`By invitation only (People)`],
  ['nobody', t`No one`],
];

/** Who may join. */
export function SignUpSettings() {
  return <Section section="community">{(state) => <SignUpForm state={state} />}</Section>;
}

function SignUpForm({ state }: { state: CommunityState }) {
  const { form } = useSectionForm(
    'community',
    state,
    {
      signUp: state.signUp,
      signUpQuestion: state.signUpQuestion ?? '',
      membersInvite: state.membersInvite,
    },
    ({ signUpQuestion, ...others }) => ({ ...others, signUpQuestion: signUpQuestion.trim() || null }),
  );
  return (
    <Card title={t`Sign-up rules`}>
      <FormFrame section="community" form={form}>
        <Select label={t`Who can sign up`} {...form.field('signUp')}>
          {choices().map(([value, label]) => (
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
          label={t`Let members invite people`}
          {...form.checkbox('membersInvite')}
          hint={t`Up to five at a time, with links from their settings. Invited people don’t need approval.`}
        />
      </FormFrame>
    </Card>
  );
}
