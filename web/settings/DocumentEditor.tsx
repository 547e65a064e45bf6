import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { DOCUMENTS, FILL_IN, MAX_DOCUMENT } from '#contract/settings/settings.ts';
import type { DocumentName, TextsState } from '#contract/settings/settings.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Select, TextArea } from '#web/ui/controls/Field.tsx';
import { formatDay } from '#web/ui/days.ts';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { documentTitles } from './document-titles.ts';
import { TEMPLATES } from './document-templates.ts';
import { useChangeSection, usePreview } from './settings.queries.ts';
import { WrittenText } from './WrittenText.tsx';

interface EditorProps {
  state: TextsState;
  name: DocumentName;
  onOpen: (name: DocumentName) => void;
}

/** The owner's Markdown pages: drafts until they are published. */
export function DocumentEditor({ state, name, onOpen }: EditorProps) {
  const publishedAt = state[`${name}At`];
  return (
    <Card
      title={t`Pages`}
      aside={
        <Badge tone={state[name] === null ? 'plain' : 'ok'}>
          {state[name] === null
            ? t`Not published`
            : publishedAt
              ? t`Published ${formatDay(publishedAt)}`
              : t`Published`}
        </Badge>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t`Page`}
          value={name}
          onChange={({ target }) => onOpen(target.value as DocumentName)}
          hint={t`About and Imprint appear in the footer once published. The other two become links there.`}
        >
          {DOCUMENTS.map((each) => (
            <option key={each} value={each}>
              {documentTitles()[each]}
            </option>
          ))}
        </Select>
        <Draft key={name} state={state} name={name} />
      </div>
    </Card>
  );
}

function Draft({ state, name }: Omit<EditorProps, 'onOpen'>) {
  const published = state[name];
  const title = documentTitles()[name];
  const [text, setText] = useState(state[`${name}Draft`] ?? published ?? '');
  const change = useChangeSection('texts', state.version);
  const gaps = text.split(FILL_IN).length - 1;
  // not by a callback of `mutate`: the new version makes this form again before it would be called
  const save = (changes: Parameters<typeof change.mutate>[0], text: string) =>
    void change.mutateAsync(changes).then(
      () => toast(text),
      () => undefined,
    );
  return (
    <>
      <TextArea
        label={t`Text in Markdown`}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={MAX_DOCUMENT}
        rows={14}
        className="max-h-[70dvh]! font-mono text-sm"
        hint={
          gaps > 0
            ? plural(gaps, {
                one: `# place to fill in: look for “${FILL_IN}”.`,
                other: `# places to fill in: look for “${FILL_IN}”.`,
              })
            : t`# Heading, **bold**, - list, [link](https://example.org)`
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabled={text.trim() === '' || gaps > 0 || text === published}
          pending={change.isPending}
          onClick={() => save({ [name]: text, [`${name}Draft`]: null }, t`${title} published`)}
        >
          {t`Publish`}
        </Button>
        <Button
          disabled={change.isPending}
          onClick={() => save({ [`${name}Draft`]: text.trim() ? text : null }, t`Draft saved`)}
        >
          {t`Save draft`}
        </Button>
        {text.trim() === '' && (
          <Button variant="quiet" onClick={() => setText(TEMPLATES[name])}>
            {t`Start from a template`}
          </Button>
        )}
        {published !== null && (
          <>
            <Link className="px-3 font-semibold underline underline-offset-4" to={paths.document(name)}>
              {t`Open the page`}
            </Link>
            <Button
              variant="quiet"
              disabled={change.isPending}
              onClick={() => save({ [name]: null, [`${name}Draft`]: text }, t`Unpublished`)}
            >
              {t`Unpublish`}
            </Button>
          </>
        )}
      </div>
      <FormError>{change.error?.message}</FormError>
      <Preview text={text} />
    </>
  );
}

const PREVIEW_AFTER_MS = 400;

/** As visitors would read it, a moment after the last key. */
function Preview({ text }: { text: string }) {
  const { data, mutate } = usePreview();
  useEffect(() => {
    const timer = setTimeout(() => mutate(text), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, mutate]);
  if (!data?.html) return null;
  return (
    <section aria-label={t`Page preview`} className="rounded-control border border-line bg-paper p-4">
      <WrittenText html={data.html} />
    </section>
  );
}
