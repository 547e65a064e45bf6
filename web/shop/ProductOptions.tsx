import { t } from '@lingui/core/macro';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { MAX_OPTIONS } from '#contract/shop/product-input.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { isComposing } from '#web/ui/controls/composing.ts';
import { newOption, withValue, type OptionFields } from './product-form.ts';

type Change = (change: (options: OptionFields[]) => OptionFields[]) => void;

/** Up to two options, such as colour and lens, with their values. */
export function ProductOptions({
  options,
  onChange,
  errors,
}: {
  options: OptionFields[];
  onChange: Change;
  errors: Record<string, string | undefined>;
}) {
  const problemOf = (at: number) =>
    Object.entries(errors).find(([name]) => name.startsWith(`options.${at}`))?.[1] ?? null;
  return (
    <div className="flex flex-col gap-4">
      {options.map((option, at) => (
        <fieldset key={option.values[0]?.key} className="min-w-0 rounded-control border border-line p-4">
          <legend className="px-1 text-sm font-semibold">{t`Option ${at + 1}`}</legend>
          <OptionEditor
            option={option}
            at={at}
            error={problemOf(at)}
            onChange={(next) => onChange((before) => before.map((each, nth) => (nth === at ? next : each)))}
            onRemove={() => onChange((before) => before.filter((_, nth) => nth !== at))}
          />
        </fieldset>
      ))}
      {options.length < MAX_OPTIONS && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => onChange((before) => [...before, newOption()])}
        >
          <Plus aria-hidden="true" /> {options.length === 0 ? t`Add option` : t`Add another option`}
        </Button>
      )}
      {errors['options'] && (
        <p role="alert" className="text-sm text-bad">
          {errors['options']}
        </p>
      )}
    </div>
  );
}

function OptionEditor({
  option,
  at,
  error,
  onChange,
  onRemove,
}: {
  option: OptionFields;
  at: number;
  error: string | null;
  onChange: (next: OptionFields) => void;
  onRemove: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { values } = option;
  const focus = (nth: number) => list.current?.querySelectorAll('input')[nth]?.focus();
  const type = (nth: number, text: string): void => {
    const next = withValue(values, nth, text);
    onChange({ ...option, values: next });
    // "S, " goes on to the next one
    const added = text.split(/,\s+/).length - 1;
    if (added > 0) requestAnimationFrame(() => focus(nth + added));
  };
  const onEnter = (event: KeyboardEvent<HTMLInputElement>, nth: number): void => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    focus(nth + 1);
  };
  return (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={t`Name of option ${at + 1}`}
            name={`options.${at}.name`}
            placeholder={at === 0 ? t`Color` : t`Size`}
            value={option.name}
            error={error}
            onChange={(event) => onChange({ ...option, name: event.target.value })}
          />
        </div>
        <IconButton
          label={t`Remove option ${at + 1}`}
          className={error ? 'mb-7' : undefined}
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </div>
      <p className="mt-3 mb-1.5 text-sm font-semibold">{t`Values`}</p>
      <ul ref={list} className="flex flex-wrap gap-2">
        {values.map((value, nth) => {
          const isLast = nth === values.length - 1;
          return (
            <li key={value.key} className="relative w-36">
              <Field
                label={isLast ? t`New value of option ${at + 1}` : t`Value ${nth + 1} of option ${at + 1}`}
                isLabelHidden
                name={`options.${at}.values.${nth}`}
                placeholder={isLast ? t`Add a value` : undefined}
                value={value.text}
                onKeyDown={(event) => onEnter(event, nth)}
                onChange={(event) => type(nth, event.target.value)}
                trailing={
                  !isLast && (
                    <IconButton
                      small
                      label={t`Remove ${value.text}`}
                      onClick={() => onChange({ ...option, values: values.filter((each) => each !== value) })}
                    >
                      <X />
                    </IconButton>
                  )
                }
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
