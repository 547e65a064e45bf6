import { t } from '@lingui/core/macro';
import { Plus, Truck } from 'lucide-react';
import type { ShippingZone } from '#contract/shop/shipping-zones.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { CountryList } from './CountryList.tsx';
import { useSaveZones, useShippingZones } from './pricing.queries.ts';

/** What shipping costs by country, and where the shop sells. */
export function ShippingZones() {
  const { data, error, refetch } = useShippingZones();
  if (error && !data)
    return <ErrorState title={t`Couldn’t load shipping zones`} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80" />;
  return <ZonesForm key={JSON.stringify(data)} zones={data} />;
}

interface ZoneDraft {
  key: string;
  countries: string[] | null;
  price: string;
  freeFrom: string;
  daysMin: string;
  daysMax: string;
}

const shown = (value: number | null, decimals = 0): string =>
  value === null ? '' : formatNumber(value, decimals);
const entered = (typed: string): number | null => (typed.trim() ? parseNumber(typed) : null);

const draftOf = (zone: ShippingZone): ZoneDraft => ({
  key: zone.countries?.[0] ?? '',
  countries: zone.countries,
  price: shown(zone.price, 2),
  freeFrom: shown(zone.freeFrom, 2),
  daysMin: shown(zone.daysMin),
  daysMax: shown(zone.daysMax),
});

const zoneOf = ({ countries, ...draft }: ZoneDraft): ShippingZone => ({
  countries,
  price: parseNumber(draft.price),
  freeFrom: entered(draft.freeFrom),
  daysMin: entered(draft.daysMin),
  daysMax: entered(draft.daysMax),
});

const newZone = (countries: string[] | null): ZoneDraft => ({
  key: crypto.randomUUID(),
  countries,
  price: '',
  freeFrom: '',
  daysMin: '',
  daysMax: '',
});

function ZonesForm({ zones: saved }: { zones: ShippingZone[] }) {
  const fields = useFields({ zones: saved.map(draftOf) });
  const { zones } = fields.values;
  const form = useForm(fields, useSaveZones(), {
    toInput: (values) => values.zones.map(zoneOf),
    done: t`Saved`,
  });
  const change = (to: ZoneDraft[]) => fields.set('zones', to);
  const taken = zones.flatMap(({ countries }) => countries ?? []);
  return (
    <Card className="max-w-2xl">
      <Form
        form={form}
        button={zones.length + saved.length > 0 && t`Save`}
        // shown by a zone's field
        problem={Object.keys(form.errors).length > 0 ? false : undefined}
        className="gap-5"
      >
        <p className="text-ink-soft">
          {t`Charge for shipping by country. Zones replace the countries and shipping prices in the shop settings. Countries in no zone can’t order, unless you add one for everywhere else.`}
        </p>
        {zones.length === 0 && (
          <EmptyState
            icon={<Truck />}
            title={t`No shipping zones`}
            text={t`The shipping price in the shop settings applies.`}
          />
        )}
        {zones.map((zone, at) => (
          <ZoneFields
            key={zone.key}
            zone={zone}
            taken={taken}
            number={at + 1}
            errorOf={(name) => form.errors[`${at}.${name}`] ?? null}
            onChange={(next) => change(zones.with(at, next))}
            onRemove={() => change(zones.toSpliced(at, 1))}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => change([...zones, newZone([])])}>
            <Plus aria-hidden="true" /> {t`Add zone`}
          </Button>
          {zones.every(({ countries }) => countries !== null) && (
            <Button size="sm" onClick={() => change([...zones, newZone(null)])}>
              <Plus aria-hidden="true" /> {t`Add everywhere else`}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

interface ZoneFieldsProps {
  zone: ZoneDraft;
  taken: string[];
  number: number;
  errorOf: (name: keyof ZoneDraft) => string | null;
  onChange: (zone: ZoneDraft) => void;
  onRemove: () => void;
}

function ZoneFields({ zone, taken, number, errorOf, onChange, onRemove }: ZoneFieldsProps) {
  const { countries } = zone;
  const { currency } = initialData.config;
  const field = (name: 'price' | 'freeFrom' | 'daysMin' | 'daysMax') => ({
    value: zone[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...zone, [name]: target.value }),
  });
  const title = countries === null ? t`Everywhere else` : t`Zone ${number}`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">{title}</h3>
        <Button size="sm" variant="quiet" aria-label={t`Remove: ${title}`} onClick={onRemove}>
          {t`Remove`}
        </Button>
      </div>
      {countries !== null && (
        <CountryList
          countries={countries}
          taken={taken}
          error={errorOf('countries')}
          onChange={(next) => onChange({ ...zone, countries: next })}
        />
      )}
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        <Field label={t`Price (${currency})`} inputMode="decimal" placeholder="4.90" {...field('price')} />
        <Field label={t`Free from`} inputMode="decimal" placeholder={t`Never`} {...field('freeFrom')} />
        <Field label={t`Days from`} inputMode="numeric" placeholder="3" {...field('daysMin')} />
        <Field label={t`Days to`} inputMode="numeric" placeholder="5" {...field('daysMax')} />
      </div>
    </fieldset>
  );
}
