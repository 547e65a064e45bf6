import { t } from '@lingui/core/macro';
import type { EmailWay } from '#contract/notifications/kinds.ts';
import type { KindWays } from '#contract/notifications/notifications.ts';
import { useChoice } from '#web/app/forms/choice.ts';
import { ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { kindLabel } from './kinds.ts';
import { useSaveWays } from './notifications.queries.ts';

const emailWays = (): [EmailWay, string][] => [
  ['NONE', t`No email`],
  ['AT_ONCE', t`Email at once`],
  ['DAILY', t`In the daily email`],
];

/** Each kind with the ways it takes; a choice holds at once. */
export function WaysTable({ ways }: { ways: KindWays[] }) {
  return (
    <ul className="divide-y divide-line">
      {ways.map((way) => (
        <li key={way.kind}>
          <KindRow way={way} />
        </li>
      ))}
    </ul>
  );
}

function KindRow({ way }: { way: KindWays }) {
  const save = useSaveWays();
  const [{ kind, site, email, push }, choose] = useChoice(way);
  const change = (changed: Partial<KindWays>): void =>
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
        onChange={({ target }) => change({ email: target.value as EmailWay })}
      >
        {emailWays().map(([value, label]) => (
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
