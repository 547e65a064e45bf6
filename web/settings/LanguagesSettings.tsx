import { t } from '@lingui/core/macro';
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '#contract/text/languages.ts';
import type { LanguagesState } from '#contract/settings/languages.ts';
import { Checkbox, Select } from '#web/ui/controls/Field.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** Among which languages visitors choose, and which one those get who wish for none of them. */
export function LanguagesSettings() {
  return <Section section="languages">{(state) => <LanguagesForm state={state} />}</Section>;
}

function LanguagesForm({ state }: { state: LanguagesState }) {
  const { values, set, form } = useSectionForm(
    'languages',
    state,
    { languages: state.languages, defaultLanguage: state.defaultLanguage },
    (changes) => changes,
  );
  const toggle = (language: Language, isOffered: boolean): void =>
    set(
      'languages',
      LANGUAGE_TAGS.filter((each) => (each === language ? isOffered : values.languages.includes(each))),
    );
  return (
    <Card title={t`Languages`}>
      <FormFrame section="languages" form={form}>
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 font-semibold">{t`Site languages`}</legend>
          {LANGUAGE_TAGS.map((language) => (
            <div key={language} lang={language}>
              <Checkbox
                label={LANGUAGES[language].name}
                checked={values.languages.includes(language)}
                onChange={({ target }) => toggle(language, target.checked)}
              />
            </div>
          ))}
        </fieldset>
        <Select
          label={t`Default language`}
          hint={t`For visitors whose language isn’t offered, and for search engines.`}
          {...form.field('defaultLanguage')}
        >
          {values.languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGES[language].name}
            </option>
          ))}
        </Select>
      </FormFrame>
    </Card>
  );
}
