import { t } from '@lingui/core/macro';
import { WITHDRAWAL_MODES, type ShopState, type WithdrawalMode } from '#contract/settings/settings.ts';
import type { FormOf } from '#web/app/forms/form.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';

/** The part of the shop's form that is about withdrawals and who may tag products. */
export const withdrawalValues = (state: ShopState) => ({
  withdrawalMode: state.withdrawalMode,
  withdrawalDays: formatNumber(state.withdrawalDays),
  withdrawalText: state.withdrawalText ?? '',
  creatorsMayTagProducts: state.creatorsMayTagProducts,
});
type Values = ReturnType<typeof withdrawalValues>;

export const withdrawalChanges = (values: Values) => ({
  withdrawalMode: values.withdrawalMode,
  withdrawalDays: parseNumber(values.withdrawalDays),
  withdrawalText: values.withdrawalText.trim() || null,
  creatorsMayTagProducts: values.creatorsMayTagProducts,
});

const modeLabels = (): Record<WithdrawalMode, string> => ({
  OFF: t`Off`,
  EU: t`For orders shipped to the EU`,
  EVERYWHERE: t`For all orders`,
});

export function WithdrawalFields({ form }: { form: Pick<FormOf<Values>, 'field' | 'checkbox'> }) {
  return (
    <>
      <Select
        label={t`Online withdrawal`}
        {...form.field('withdrawalMode')}
        hint={t`Adds a link to the footer. Shops that sell to the EU must offer this. EU includes Iceland, Liechtenstein and Norway.`}
      >
        {WITHDRAWAL_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {modeLabels()[mode]}
          </option>
        ))}
      </Select>
      <Field
        label={t`Withdrawal period (days)`}
        inputMode="numeric"
        {...form.field('withdrawalDays')}
        hint={t`Counted from the order, so add your delivery time to the 14 days. Later withdrawals are recorded and marked.`}
      />
      <TextArea
        label={t`Withdrawal instructions`}
        {...form.field('withdrawalText')}
        maxLength={2000}
        hint={t`Shown above the withdrawal form. Leave empty for a short default text.`}
      />
      <Checkbox
        label={t`Creators can tag products in their videos`}
        {...form.checkbox('creatorsMayTagProducts')}
        hint={t`Admins always can.`}
      />
    </>
  );
}
