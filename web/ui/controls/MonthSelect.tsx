import { t } from '@lingui/core/macro';
import { formatter } from '../intl.ts';
import { ToolbarSelect } from './Toolbar.tsx';

const MONTHS = 24;

/** The last months, newest first: "2026-11" and its name. */
function listMonths(): [month: string, name: string][] {
  const now = new Date();
  const names = formatter(Intl.DateTimeFormat, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return Array.from({ length: MONTHS }, (_, ago) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    return [first.toISOString().slice(0, 7), names.format(first)];
  });
}

/** A month such as 2026-11; empty: all. */
export function MonthSelect({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  return (
    <ToolbarSelect label={t`Month`} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t`All months`}</option>
      {listMonths().map(([month, name]) => (
        <option key={month} value={month}>
          {name}
        </option>
      ))}
    </ToolbarSelect>
  );
}
