import { t } from '@lingui/core/macro';
import { countryCode, listStates } from '#contract/shop/regions.ts';
import type { TaxRate } from '#contract/shop/tax-rates.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { listCountries } from '#web/app/i18n/regions.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useSaveRates } from './pricing.queries.ts';

const STATES = 'tax-rate-states';

/** Changes or deletes the rate at this place of the list; beyond it: adds one. */
export function TaxRateDialog({ rates, at, onClose }: { rates: TaxRate[]; at: number; onClose: () => void }) {
  const rate = rates[at];
  const fields = useFields({
    country: countryCode(rate?.country ?? '') ?? '',
    region: rate?.region ?? '',
    rate: rate ? formatNumber(rate.rate, 0, 3) : '',
    from: rate?.from ?? '',
    until: rate?.until ?? '',
  });
  const save = useSaveRates();
  const form = useForm(fields, save, {
    check: ({ country, rate: percent }) => ({
      ...(!country && { country: t`Please choose a country.` }),
      ...(!percent.trim() && { rate: t`Please enter a rate.` }),
    }),
    toInput: ({ country, region, rate: percent, from, until }) =>
      rates.toSpliced(at, 1, {
        country,
        region: region.trim() || null,
        rate: parseNumber(percent),
        from: from || null,
        until: until || null,
      }),
    done: t`Saved`,
    onSent: onClose,
  });
  const errorOf = (name: keyof TaxRate) => form.errors[name] ?? form.errors[`${at}.${name}`] ?? null;
  const remove = () => save.mutateAsync(rates.toSpliced(at, 1)).then(onClose, () => {});
  return (
    <Dialog
      title={rate ? t`Edit rate` : t`Add rate`}
      onClose={onClose}
      actions={
        <>
          {rate && (
            <Button
              variant="quiet"
              className="me-auto"
              disabled={save.isPending}
              onClick={() => void remove()}
            >
              {t`Delete`}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button variant="primary" type="submit" form="tax-rate-form" pending={form.pending}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form
        id="tax-rate-form"
        form={form}
        button={null}
        problem={Object.keys(form.errors).length > 0 ? false : undefined}
      >
        <Select label={t`Country`} required {...form.field('country')} error={errorOf('country')}>
          <option value="">{t`Choose…`}</option>
          {listCountries([], 'US').map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label={t`State or region`}
          maxLength={100}
          list={STATES}
          hint={t`Leave empty for the whole country.`}
          {...form.field('region')}
          error={errorOf('region')}
        />
        <datalist id={STATES}>
          {listStates(fields.values.country).map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <Field
          label={t`Rate (%)`}
          required
          inputMode="decimal"
          {...form.field('rate')}
          error={errorOf('rate')}
        />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <Field label={t`From`} type="date" {...form.field('from')} error={errorOf('from')} />
          <Field
            label={t`Until`}
            type="date"
            hint={t`Including this day, in UTC. Leave empty for no limit.`}
            {...form.field('until')}
            error={errorOf('until')}
          />
        </div>
      </Form>
    </Dialog>
  );
}
