import { t } from '@lingui/core/macro';
import { COMMENTS_MODES, VISIBILITIES } from '#contract/videos/videos.ts';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import type { Fields, fieldOf } from './form.ts';
import { commentsModes, visibilities, visibilityHints, type Release } from './release.ts';

interface ReleaseFieldsProps {
  values: Fields<Release>['values'];
  field: (name: keyof Release) => ReturnType<typeof fieldOf>;
  disabled?: boolean;
}

/** A video's visibility, publication time and comment setting. */
export function ReleaseFields({ values, field, disabled }: ReleaseFieldsProps) {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <Select
        label={t`Visibility`}
        hint={visibilityHints()[values.visibility]}
        {...field('visibility')}
        disabled={disabled}
      >
        {VISIBILITIES.map((each) => (
          <option key={each} value={each}>
            {visibilities()[each]}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={t`Publish at`}
          type="datetime-local"
          max="2999-12-31T23:59"
          hint={t`In your time zone (${zone}). If empty or in the past, it goes live once approved.`}
          {...field('publishAt')}
          disabled={disabled}
        />
        <Select label={t`Comments`} {...field('comments')} disabled={disabled}>
          {COMMENTS_MODES.map((each) => (
            <option key={each} value={each}>
              {commentsModes()[each]}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}
