import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { LANGUAGES, type Language } from '#contract/text/languages.ts';
import type { TranslationsState } from '#contract/settings/translations.ts';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';
import { useSection } from './settings.queries.ts';
import { fromFields, listOriginals, toFields, type Original, type OriginalGroup } from './translatable.ts';

/** What the owner wrote, in the other languages that the site offers. */
export function TranslationsSettings() {
  return (
    <Section section="languages">
      {({ languages, defaultLanguage }) => (
        <Section section="translations">
          {(state) => (
            <Translations
              state={state}
              languages={languages.filter(
                (language) => language !== defaultLanguage || Object.keys(state[language]).length > 0,
              )}
              original={defaultLanguage}
            />
          )}
        </Section>
      )}
    </Section>
  );
}

interface TranslationsProps {
  state: TranslationsState;
  languages: Language[];
  /** In which the originals are written. */
  original: Language;
}

function Translations({ state, languages, original }: TranslationsProps) {
  const brand = useSection('brand').data;
  const texts = useSection('texts').data;
  const community = useSection('community').data;
  const shop = useSection('shop').data;
  const categories = useSection('categories').data;
  if (languages.length === 0)
    return (
      <Card title={t`Translations`}>
        <p className="text-ink-soft">{t`The site is available in one language. Add more under Languages.`}</p>
      </Card>
    );
  if (!brand || !texts || !community || !shop || !categories) return null;
  const groups = listOriginals({ brand, texts, community, shop, categories });
  return <TranslationsForm state={state} languages={languages} original={original} groups={groups} />;
}

function TranslationsForm({
  state,
  languages,
  original,
  groups,
}: TranslationsProps & { groups: OriginalGroup[] }) {
  const [language, setLanguage] = useState(languages[0] ?? original);
  const start: Record<string, string> = Object.fromEntries([
    ...languages.flatMap((each) =>
      groups.flatMap(({ originals }) => originals.map(({ name }) => [`${each}.${name}`, ''])),
    ),
    ...languages.flatMap((each) => toFields(each, state[each])),
  ]);
  const { form } = useSectionForm('translations', state, start, (values) =>
    Object.fromEntries(
      languages
        .filter((each) =>
          Object.keys(values).some((name) => name.startsWith(`${each}.`) && values[name] !== start[name]),
        )
        .map((each) => [each, fromFields(each, values)]),
    ),
  );
  return (
    <Card title={t`Translations`}>
      <FormFrame section="translations" form={form}>
        <p className="text-ink-soft">
          {t`Translate your own texts for people who read the site in another language. Anything left empty shows your original text.`}
        </p>
        <Select
          label={t`Language`}
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
        >
          {languages.map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGES[each].name}
            </option>
          ))}
        </Select>
        {groups.map(({ title, originals }) => (
          <fieldset key={title} className="flex flex-col gap-4">
            <legend className="mb-3 font-semibold">{title}</legend>
            {originals.map((each) => (
              <Texts
                key={`${language} ${each.name}`}
                original={each}
                languages={[original, language]}
                field={form.field(`${language}.${each.name}`)}
              />
            ))}
          </fieldset>
        ))}
      </FormFrame>
    </Card>
  );
}

/** A field beside what it translates. */
function Texts({
  original: { label, text: original, isLong },
  languages: [from, to],
  field,
}: {
  original: Original;
  languages: [from: Language, to: Language];
  field: {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
    error: string | null;
  };
}) {
  const isOwn = original === label;
  const called = isOwn ? <bdi lang={from}>{label}</bdi> : label;
  const hint = !isOwn && (
    <span lang={from} dir="auto" className="line-clamp-4 whitespace-pre-line">
      {original}
    </span>
  );
  return isLong ? (
    <TextArea
      label={called}
      {...field}
      hint={hint}
      lang={to}
      dir="auto"
      rows={original.length > 500 ? 12 : 3}
    />
  ) : (
    <Field label={called} {...field} hint={hint} lang={to} dir="auto" autoComplete="off" />
  );
}
