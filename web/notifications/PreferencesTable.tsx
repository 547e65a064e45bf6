import { t } from '@lingui/core/macro';
import type { EmailFrequency } from '#contract/notifications/kinds.ts';
import type { KindPreferences } from '#contract/notifications/notifications.ts';
import { useChoice } from '#web/app/forms/choice.ts';
import { ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { kindLabel } from './kinds.ts';
import { useSavePreferences } from './notifications.queries.ts';

const emailFrequencies = (): [EmailFrequency, string][] => [
  ['NONE', t`No email`],
  ['AT_ONCE', t`Instant email`],
  ['DAILY', t`Daily email`],
];

/** Each kind with its channels; changes are saved immediately. */
export function PreferencesTable({ preferences }: { preferences: KindPreferences[] }) {
  return (
    <ul className="divide-y divide-line">
      {preferences.map((preference) => (
        <li key={preference.kind}>
          <KindRow preference={preference} />
        </li>
      ))}
    </ul>
  );
}

function KindRow({ preference }: { preference: KindPreferences }) {
  const save = useSavePreferences();
  const [{ kind, site, email, push }, choose] = useChoice(preference);
  const change = (changed: Partial<KindPreferences>): void =>
    choose({ kind, site, email, push, ...changed }, save.mutateAsync({ ways: [{ kind, ...changed }] }));
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <legend className="float-start min-w-0 flex-1 basis-full font-semibold sm:basis-40">
        {kindLabel(kind)}
      </legend>
      <Tick label={t`On this site`} checked={site} onChange={(on) => change({ site: on })} />
      <Tick label={t`Push`} checked={push} onChange={(on) => change({ push: on })} />
      <ToolbarSelect
        label={t`Email`}
        value={email}
        onChange={({ target }) => change({ email: target.value as EmailFrequency })}
      >
        {emailFrequencies().map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </ToolbarSelect>
    </fieldset>
  );
}

function Tick({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="flex min-h-10 items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-accent"
      />
      <span>{label}</span>
    </label>
  );
}
