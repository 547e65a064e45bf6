import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EU_COUNTRIES, EU_VAT_RATES, EU_VAT_RATES_DATE } from '#contract/shop/eu-vat-rates.ts';
import { countryCode } from '#contract/shop/regions.ts';
import { taxRates, type TaxRate } from '#contract/shop/tax-rates.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { downloadFile } from '#web/app/client/call-file.ts';
import { countryName } from '#web/app/i18n/country.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { formatDay } from '#web/ui/days.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { formatRate } from './format-rate.ts';
import { useSaveRates, useTaxRates } from './pricing.queries.ts';
import { TaxRateDialog } from './TaxRateDialog.tsx';

/** More are only in the file. */
const SHOWN = 200;

const isInEu = ({ country }: TaxRate): boolean => EU_COUNTRIES.includes(countryCode(country) ?? '');
const withEuRates = (rates: TaxRate[]): TaxRate[] => [
  ...rates.filter((rate) => !isInEu(rate)),
  ...Object.entries(EU_VAT_RATES).map(([country, rate]) => ({
    country,
    region: null,
    rate,
    from: null,
    until: null,
  })),
];

/** Tax rates by country and region: one by one, or as a CSV file. */
export function TaxRates() {
  const { data: rates, error, refetch } = useTaxRates();
  const save = useSaveRates();
  /** Its place in the list; beyond it: a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  if (error && !rates)
    return <ErrorState title={t`Couldn’t load tax rates`} onRetry={() => void refetch()} />;
  if (!rates) return <Skeleton className="h-80" />;
  const replace = async (by: TaxRate[] | File, question: string, action: string) => {
    if (rates.length > 0 && !(await confirm({ title: question, action }))) return;
    await save.mutateAsync(by).then(
      () => toast(t`Tax rates saved`),
      () => {},
    );
  };
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">{t`Tax rates`}</h2>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={() => setEdited(rates.length)}>
          <Plus aria-hidden="true" /> {t`Add rate`}
        </Button>
        <Button
          size="sm"
          onClick={() => void replace(withEuRates(rates), t`Replace the rates of EU countries?`, t`Replace`)}
        >
          {t`Use the EU’s standard rates`}
        </Button>
        <FileButton
          size="sm"
          accept=".csv,text/csv"
          label={t`CSV file`}
          pending={save.isPending}
          onFile={(file) => void replace(file, t`Replace all rates with this file?`, t`Replace`)}
        >
          {t`Import CSV`}
        </FileButton>
        <Button
          size="sm"
          disabled={rates.length === 0}
          onClick={() =>
            void downloadFile(taxRates.exportCsv).catch((failure: unknown) =>
              toast(t`Export failed`, { kind: 'bad', text: errorMessage(failure) }),
            )
          }
        >
          {t`Export CSV`}
        </Button>
      </div>
      <FormError>{save.error?.message}</FormError>
      {rates.length > 0 && <RateTable rates={rates.slice(0, SHOWN)} onEdit={setEdited} />}
      {rates.length > SHOWN && (
        <p className="text-sm text-ink-soft">
          {t`${SHOWN} of ${rates.length} shown. Export the CSV file to see and change all of them.`}
        </p>
      )}
      <p className="text-sm text-ink-soft">
        {t`EU standard rates as of ${formatDay(EU_VAT_RATES_DATE, 'UTC')}. Compare them with the European Commission’s Taxes in Europe Database before you sell.`}
      </p>
      {edited !== null && <TaxRateDialog rates={rates} at={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function RateTable({ rates, onEdit }: { rates: TaxRate[]; onEdit: (at: number) => void }) {
  return (
    <DataTable
      caption={t`Tax rates`}
      rows={rates.map((rate, at) => ({
        ...rate,
        at,
        name: countryName(countryCode(rate.country) ?? rate.country),
      }))}
      keyOf={({ at }) => at}
      columns={[
        {
          title: t`Country`,
          cell: ({ name, region }) => (region === null ? name : <bdi>{`${name}, ${region}`}</bdi>),
        },
        { title: t`Rate`, numeric: true, cell: ({ rate }) => formatRate(rate) },
        { title: t`From`, wide: true, cell: ({ from }) => from && formatDay(from, 'UTC') },
        { title: t`Until`, wide: true, cell: ({ until }) => until && formatDay(until, 'UTC') },
        {
          title: t`Actions`,
          cell: ({ at, name }) => (
            <Button size="sm" variant="quiet" aria-label={t`Edit ${name}`} onClick={() => onEdit(at)}>
              {t`Edit`}
            </Button>
          ),
        },
      ]}
    />
  );
}
