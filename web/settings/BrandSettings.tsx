import { t } from '@lingui/core/macro';
import { FONTS } from '#contract/settings/settings.ts';
import type { BrandState } from '#contract/settings/settings.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import { AccentField } from './AccentField.tsx';
import { LogoField } from './LogoField.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { fixable, FormFrame, Section, useSectionForm } from './SectionForm.tsx';

const fontNames = (): Record<(typeof FONTS)[number], string> => ({
  figtree: t`Figtree (friendly)`,
  system: t`System font`,
  serif: t`Serif (bookish)`,
  rounded: t`Rounded, if available`,
});

/** What the site is called and how it looks. */
export function BrandSettings() {
  return <Section section="brand">{(state) => <BrandForm state={state} />}</Section>;
}

function BrandForm({ state }: { state: BrandState }) {
  const { form, values, set, isFixed } = useSectionForm(
    'brand',
    state,
    {
      name: state.name,
      tagline: state.tagline,
      accent: state.accent ?? '',
      font: state.font,
      logo: state.logo,
      publicUrl: state.publicUrl ?? '',
    },
    ({ accent, publicUrl, ...others }) => ({
      ...others,
      accent: accent || null,
      publicUrl: publicUrl.trim() || null,
    }),
  );
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Card title={t`Brand`}>
        <FormFrame section="brand" form={form}>
          <Field label={t`Site name`} {...form.field('name')} maxLength={60} {...fixable(isFixed('name'))} />
          <Field
            label={t`Tagline`}
            {...form.field('tagline')}
            maxLength={120}
            {...fixable(isFixed('tagline'), t`Shown on the home page, in the footer and in emails.`)}
          />
          <Field
            label={t`Address`}
            type="url"
            inputMode="url"
            placeholder="https://videos.example.org"
            {...form.field('publicUrl')}
            {...fixable(
              isFixed('publicUrl'),
              t`The site’s public address. Links in emails and on shared pages point here. Passkeys work at one address only.`,
            )}
          />
          <LogoField
            value={values.logo}
            onChange={(logo) => set('logo', logo)}
            error={form.errors.logo ?? null}
          />
          <AccentField value={values.accent} onChange={(accent) => set('accent', accent)} />
          <Select label={t`Font`} {...form.field('font')}>
            {FONTS.map((font) => (
              <option key={font} value={font}>
                {fontNames()[font]}
              </option>
            ))}
          </Select>
        </FormFrame>
      </Card>
      <BrandPreview
        name={values.name}
        tagline={values.tagline}
        accent={values.accent || null}
        font={values.font}
        logo={values.logo}
      />
    </div>
  );
}
