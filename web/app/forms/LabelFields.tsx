import { t } from '@lingui/core/macro';
import { LABELS, type Label, type Labels } from '#contract/videos/labels.ts';
import { Checkbox } from '#web/ui/controls/Field.tsx';
import { labelNames } from '../i18n/label-names.ts';

const meanings = (): Record<Label, string> => ({
  ai: t`Made or noticeably changed by AI.`,
  paid: t`Someone pays for what it shows.`,
  sensitive: t`Blurred until viewers choose to see it.`,
});

/** Checkboxes for a video's labels. `locked`: those set by an admin. */
export function LabelFields({
  labels,
  onChange,
  locked = [],
  disabled = false,
}: {
  labels: Labels;
  onChange: (labels: Labels) => void;
  locked?: readonly Label[];
  disabled?: boolean;
}) {
  return (
    <fieldset className="flex flex-col gap-2.5" disabled={disabled}>
      <legend className="mb-1.5 text-sm font-semibold">{t`Labels`}</legend>
      {LABELS.map((label) => {
        const isLocked = locked.includes(label);
        return (
          <Checkbox
            key={label}
            label={labelNames()[label]}
            hint={isLocked ? t`Set by an administrator.` : meanings()[label]}
            disabled={isLocked}
            checked={labels[label]}
            onChange={({ target }) => onChange({ ...labels, [label]: target.checked })}
          />
        );
      })}
    </fieldset>
  );
}
