import { t } from '@lingui/core/macro';
import { DISCOUNT_KINDS, type DiscountCode, type DiscountKind } from '#contract/shop/discount-codes.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm, type FormOf } from '#web/app/forms/form.ts';
import { fromLocalField, toLocalField } from '#web/app/forms/release.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useSaveDiscount, type DiscountInput } from './discounts.queries.ts';
import { useAllProducts } from './shop.queries.ts';

interface Values {
  code: string;
  kind: DiscountKind;
  value: string;
  startsAt: string;
  endsAt: string;
  maxUses: string;
  maxUsesPerPerson: string;
  minimum: string;
  productIds: number[];
}

const numberIn = (value: number | null | undefined, decimals = 0): string =>
  typeof value === 'number' ? formatNumber(value, decimals) : '';
const numberOf = (typed: string): number | null => (typed.trim() ? parseNumber(typed) : null);

const valuesOf = (code: DiscountCode | null): Values => ({
  code: code?.code ?? '',
  kind: code?.kind ?? 'PERCENT',
  value: code && code.kind !== 'SHIPPING' ? formatNumber(code.value) : '',
  startsAt: toLocalField(code?.startsAt ?? null),
  endsAt: toLocalField(code?.endsAt ?? null),
  maxUses: numberIn(code?.maxUses),
  maxUsesPerPerson: numberIn(code?.maxUsesPerPerson),
  minimum: numberIn(code?.minimum, 2),
  productIds: code?.productIds ?? [],
});

const inputOf = (id: number | null, { value, startsAt, endsAt, ...values }: Values): DiscountInput => ({
  ...values,
  id,
  value: values.kind === 'SHIPPING' ? 0 : parseNumber(value),
  startsAt: fromLocalField(startsAt),
  endsAt: fromLocalField(endsAt),
  maxUses: numberOf(values.maxUses),
  maxUsesPerPerson: numberOf(values.maxUsesPerPerson),
  minimum: numberOf(values.minimum),
});

const kinds = (): Record<DiscountKind, string> => ({
  PERCENT: t`Percentage`,
  AMOUNT: t`Fixed amount`,
  SHIPPING: t`Free shipping`,
});

/** Adds a discount code, or changes one. */
export function DiscountDialog({ code, onClose }: { code: DiscountCode | null; onClose: () => void }) {
  const fields = useFields(valuesOf(code));
  const { values, set } = fields;
  const form = useForm(fields, useSaveDiscount(), {
    check: ({ code: text, kind, value }) => ({
      ...(!text.trim() && { code: t`Please enter a code.` }),
      ...(kind !== 'SHIPPING' && !value.trim() && { value: t`Please enter a value.` }),
    }),
    toInput: (input) => inputOf(code?.id ?? null, input),
    done: code ? t`Code saved` : t`Code added`,
    onSent: onClose,
  });
  const { currency } = initialData.config;
  return (
    <Dialog
      title={code ? t`Edit ${code.code}` : t`Add code`}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button variant="primary" type="submit" form="discount-form" pending={form.pending}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="discount-form" form={form} button={null}>
        <Field
          label={t`Code`}
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          hint={t`What customers enter at checkout. Capitalization doesn’t matter.`}
          {...form.field('code')}
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <Select label={t`Type`} {...form.field('kind')}>
            {DISCOUNT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kinds()[kind]}
              </option>
            ))}
          </Select>
          {values.kind !== 'SHIPPING' && (
            <Field
              label={values.kind === 'PERCENT' ? t`Percentage` : t`Amount (${currency})`}
              required
              inputMode="decimal"
              {...form.field('value')}
            />
          )}
        </div>
        <Limits form={form} />
        <ProductChoice chosen={values.productIds} onChange={(ids) => set('productIds', ids)} />
      </Form>
    </Dialog>
  );
}

/** For which orders it works, when, and how often. */
function Limits({ form }: { form: FormOf<Values> }) {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <Field
        label={t`Minimum order`}
        inputMode="decimal"
        hint={t`Of all items before the discount. Leave empty for no minimum.`}
        {...form.field('minimum')}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Field label={t`Starts`} type="datetime-local" max="2999-12-31T23:59" {...form.field('startsAt')} />
        <Field
          label={t`Ends`}
          type="datetime-local"
          max="2999-12-31T23:59"
          hint={t`In your time zone (${zone}).`}
          {...form.field('endsAt')}
        />
        <Field
          label={t`Total uses`}
          inputMode="numeric"
          hint={t`Leave empty for unlimited uses.`}
          {...form.field('maxUses')}
        />
        <Field label={t`Uses per customer`} inputMode="numeric" {...form.field('maxUsesPerPerson')} />
      </div>
    </>
  );
}

/** The products that it applies to; none chosen: all. */
function ProductChoice({ chosen, onChange }: { chosen: number[]; onChange: (ids: number[]) => void }) {
  const { data = [] } = useAllProducts();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{t`Products`}</legend>
      <p className="text-sm text-ink-soft">{t`Choose none to apply the code to all products.`}</p>
      <div className="flex max-h-60 flex-col gap-2 overflow-y-auto">
        {data.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
