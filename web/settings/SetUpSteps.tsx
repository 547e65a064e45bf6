import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { BrandState, CommunityState, SectionName, ShopState } from '#contract/settings/settings.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { AccentField } from './AccentField.tsx';
import { LogoField } from './LogoField.tsx';
import { MailCard } from './MailCard.tsx';
import { fixable, Section } from './SectionForm.tsx';
import { useChangeSection } from './settings.queries.ts';
import type { Changes, State } from './settings.queries.ts';
import { signUpChoices } from './sign-up-choices.ts';

interface StepProps {
  /** It was saved, or skipped. */
  onDone: () => void;
}

/** One step of the set-up page: some of a section's fields, saved as everywhere else. */
function useStep<S extends SectionName, V extends object>(
  section: S,
  state: State<S>,
  start: V,
  { toChanges, onDone }: StepProps & { toChanges: (values: V) => Changes[S] },
) {
  const fields = useFields(start);
  const save = useChangeSection(section, state.version);
  const form = useForm(fields, save, { toInput: toChanges, onSent: onDone });
  return { ...fields, form, isFixed: (name: string): boolean => state.fixed.includes(name) };
}

const skip = (onDone: () => void): ReactNode => (
  <Button variant="quiet" onClick={onDone}>
    {t`Skip`}
  </Button>
);

export const NameStep = ({ onDone }: StepProps) => (
  <Section section="brand">{(state) => <NameForm state={state} onDone={onDone} />}</Section>
);

function NameForm({ state, onDone }: StepProps & { state: BrandState }) {
  const { form, isFixed } = useStep(
    'brand',
    state,
    { name: state.name, tagline: state.tagline },
    { onDone, toChanges: (values) => values },
  );
  return (
    <Form form={form} button={t`Save and continue`} beside={skip(onDone)}>
      <Field label={t`Site name`} {...form.field('name')} maxLength={60} {...fixable(isFixed('name'))} />
      <Field
        label={t`Tagline`}
        {...form.field('tagline')}
        maxLength={120}
        {...fixable(isFixed('tagline'), t`Shown on the home page, in the footer and in emails.`)}
      />
    </Form>
  );
}

export const AddressStep = ({ onDone }: StepProps) => (
  <Section section="brand">{(state) => <AddressStepForm state={state} onDone={onDone} />}</Section>
);

function AddressStepForm({ state, onDone }: StepProps & { state: BrandState }) {
  const [opened] = useState(() => location.origin);
  const { form, isFixed } = useStep(
    'brand',
    state,
    { publicUrl: state.publicUrl ?? opened },
    { onDone, toChanges: ({ publicUrl }) => ({ publicUrl: publicUrl.trim() || null }) },
  );
  return (
    <Form form={form} button={t`Save and continue`} beside={skip(onDone)}>
      <Field
        label={t`Address`}
        type="url"
        inputMode="url"
        {...form.field('publicUrl')}
        {...fixable(
          isFixed('publicUrl'),
          t`The site’s public address. Links in emails and on shared pages point here.`,
        )}
      />
    </Form>
  );
}

export const AppearanceStep = ({ onDone }: StepProps) => (
  <Section section="brand">{(state) => <LookForm state={state} onDone={onDone} />}</Section>
);

function LookForm({ state, onDone }: StepProps & { state: BrandState }) {
  const { form, values, set } = useStep(
    'brand',
    state,
    { accent: state.accent ?? '', logo: state.logo },
    { onDone, toChanges: ({ accent, logo }) => ({ accent: accent || null, logo }) },
  );
  return (
    <Form form={form} button={t`Save and continue`} beside={skip(onDone)} className="gap-5">
      <AccentField value={values.accent} onChange={(accent) => set('accent', accent)} />
      <LogoField
        value={values.logo}
        onChange={(logo) => set('logo', logo)}
        error={form.errors.logo ?? null}
      />
    </Form>
  );
}

/** The mail server has a form of its own, with a test under it. */
export const MailStep = ({ onDone }: StepProps) => (
  <Section section="connections">
    {(state) => (
      <div className="flex flex-col items-start gap-5">
        <div className="w-full">
          <MailCard state={state} bare />
        </div>
        <Button variant={state.mailHost ? 'primary' : 'quiet'} onClick={onDone}>
          {state.mailHost ? t`Continue` : t`Skip`}
        </Button>
      </div>
    )}
  </Section>
);

export const ShopStep = ({ onDone }: StepProps) => (
  <Section section="shop">{(state) => <ShopStepForm state={state} onDone={onDone} />}</Section>
);

function ShopStepForm({ state, onDone }: StepProps & { state: ShopState }) {
  const { form } = useStep(
    'shop',
    state,
    { offered: state.offered },
    { onDone, toChanges: (values) => values },
  );
  return (
    <Form form={form} button={t`Save and continue`} beside={skip(onDone)}>
      <Checkbox
        label={t`This site has a shop`}
        {...form.checkbox('offered')}
        hint={t`Starts with three pairs of sunglasses and takes orders once PayPal is connected. When off, the shop is hidden everywhere.`}
      />
    </Form>
  );
}

export const SignUpStep = ({ onDone }: StepProps) => (
  <Section section="community">{(state) => <SignUpForm state={state} onDone={onDone} />}</Section>
);

function SignUpForm({ state, onDone }: StepProps & { state: CommunityState }) {
  const { form } = useStep(
    'community',
    state,
    { signUp: state.signUp },
    { onDone, toChanges: (values) => values },
  );
  return (
    <Form form={form} button={t`Save and continue`} beside={skip(onDone)}>
      <Select label={t`Who can sign up`} {...form.field('signUp')}>
        {signUpChoices().map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Form>
  );
}
