import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { DocumentName, TextsState } from '#contract/settings/settings.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import { DocumentEditor } from './DocumentEditor.tsx';
import { FooterLinks } from './FooterLinks.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** The site's texts: the tagline, the footer, and the owner's pages. */
export function TextsSettings() {
  const [open, setOpen] = useState<DocumentName>('about');
  return (
    <Section section="texts">
      {(state) => (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <SmallTexts state={state} />
          <DocumentEditor state={state} name={open} onOpen={setOpen} />
        </div>
      )}
    </Section>
  );
}

function SmallTexts({ state }: { state: TextsState }) {
  const { form, values, set } = useSectionForm(
    'texts',
    state,
    {
      heroSentence: state.heroSentence ?? '',
      cookieWords: state.cookieWords ?? '',
      footerLinks: state.footerLinks,
    },
    ({ heroSentence, cookieWords, footerLinks }) => ({
      heroSentence: heroSentence.trim() || null,
      cookieWords: cookieWords.trim() || null,
      footerLinks: footerLinks.filter(({ label, url }) => label.trim() || url.trim()),
    }),
  );
  return (
    <Card title={t`On every page`}>
      <FormFrame section="texts" form={form}>
        <TextArea
          label={t`Home page text`}
          {...form.field('heroSentence')}
          rows={2}
          maxLength={200}
          hint={t`Shown next to the tagline. Leave empty for the default.`}
        />
        <FooterLinks
          links={values.footerLinks}
          errors={form.errors}
          onChange={(links) => set('footerLinks', links)}
        />
        <Field
          label={t`Cookie notice`}
          {...form.field('cookieWords')}
          maxLength={300}
          hint={t`A short notice at the bottom of every page. The site sets one cookie, used only for counting.`}
        />
      </FormFrame>
    </Card>
  );
}
