import { t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import { MAX_VARIANTS } from '#contract/shop/product-input.ts';
import { type AdminProduct } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { useMatches } from '#web/ui/useMatches.ts';
import { combinationsOf, keyOf, type Combination, type ProductValues, type Row } from './product-form.ts';

type TextField = 'price' | 'stock' | 'lowStockAt' | 'sku' | 'gtin';

/** Its width as a column, in a table. */
const listFields = (): [name: TextField, label: string, width: string][] => [
  ['price', t`Price`, 'w-20'],
  ['stock', t`Stock`, 'w-24'],
  ['lowStockAt', t`Low stock at`, 'w-16'],
  ['sku', t`SKU`, 'w-28'],
  ['gtin', t`GTIN`, 'w-36'],
];

interface Editing {
  /** Its name, and its place among those that are sent. */
  name: string;
  at: number;
  row: Row;
  price: string;
  /** Of the product. */
  pictures: string[];
  errors: Record<string, string | undefined>;
  onChange: (change: Partial<Row>) => void;
}

/** The combinations of a product's options: a table, on phones cards. */
export function VariantTable({
  values,
  product,
  errors,
  onChange,
}: {
  values: ProductValues;
  product: AdminProduct | null;
  errors: Record<string, string | undefined>;
  onChange: (change: (rows: ProductValues['rows']) => ProductValues['rows']) => void;
}) {
  const isWide = useMatches('(width >= 48rem)');
  const all = combinationsOf(values, product);
  const sold = all.filter(({ row }) => !row.removed);
  const removed = all.length - sold.length;
  const put = (changed: Combination[], change: Partial<Row>) =>
    onChange((rows) => ({
      ...rows,
      ...Object.fromEntries(changed.map(({ keys, row }) => [keyOf(keys), { ...row, ...change }])),
    }));
  if (sold.length > MAX_VARIANTS)
    return <p role="alert" className="text-sm text-bad">{t`Up to ${MAX_VARIANTS} variants.`}</p>;
  const rows = sold.map((combination, at): Editing => ({
    name: nameVariant(combination.options) ?? '',
    at,
    row: combination.row,
    price: values.price,
    pictures: values.images.map(({ url }) => url),
    errors,
    onChange: (change) => put([combination], change),
  }));
  return (
    <div className="flex flex-col items-start gap-3">
      {rows.length > 0 && (isWide ? <Table rows={rows} /> : <Cards rows={rows} />)}
      {removed > 0 && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            put(
              all.filter(({ row }) => row.removed),
              { removed: false },
            )
          }
        >
          {t`Restore removed variants (${removed})`}
        </Button>
      )}
    </div>
  );
}

function Table({ rows }: { rows: Editing[] }) {
  const hasPictures = rows.some(({ pictures }) => pictures.length > 0);
  return (
    <div
      role="region"
      aria-label={t`Variants`}
      tabIndex={0}
      className="w-full overflow-x-auto rounded-control border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t`Variants`}</caption>
        <thead className="border-b border-line text-ink-soft">
          <tr className="[&>th]:px-1.5 [&>th]:py-2 [&>th]:text-start [&>th]:font-semibold">
            <th scope="col" className="ps-3!">{t`Variant`}</th>
            {listFields().map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {hasPictures && <th scope="col">{t`Pictures`}</th>}
            <th scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((each) => (
            <tr key={each.name} className="[&>*]:px-1.5 [&>*]:py-2 [&>*]:align-top">
              <th
                scope="row"
                dir="auto"
                className="min-w-24 pt-4.5! ps-3! text-start font-semibold wrap-anywhere"
              >
                {each.name}
              </th>
              {listFields().map(([name, label, width]) => (
                <td key={name}>
                  <div className={width}>
                    <RowField {...each} name={name} label={`${label}, ${each.name}`} isLabelHidden />
                  </div>
                </td>
              ))}
              {hasPictures && (
                <td>
                  <RowPictures {...each} />
                </td>
              )}
              <td>
                <RemoveRow {...each} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Cards = ({ rows }: { rows: Editing[] }) => (
  <ul aria-label={t`Variants`} className="flex w-full flex-col gap-3">
    {rows.map((each) => (
      <li key={each.name} className="rounded-control border border-line p-3">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h3 dir="auto" className="min-w-0 text-base font-semibold wrap-anywhere">
            {each.name}
          </h3>
          <RemoveRow {...each} />
        </div>
        <div className="grid grid-cols-2 items-start gap-3">
          {listFields().map(([name, label]) => (
            <RowField
              key={name}
              {...each}
              name={name}
              label={
                <>
                  {label}
                  <span className="sr-only">{`, ${each.name}`}</span>
                </>
              }
            />
          ))}
        </div>
        <div className="mt-3">
          <RowPictures {...each} />
        </div>
      </li>
    ))}
  </ul>
);

function RowField({
  name,
  label,
  isLabelHidden,
  at,
  row,
  price,
  errors,
  onChange,
}: Editing & { name: TextField; label: React.ReactNode; isLabelHidden?: boolean }) {
  const path = `variants.${at}.${name}`;
  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      className={isLabelHidden ? 'px-2.5! text-sm!' : undefined}
      name={path}
      inputMode={name === 'price' ? 'decimal' : name === 'sku' ? undefined : 'numeric'}
      placeholder={name === 'price' ? price : name === 'stock' ? t`Unlimited` : undefined}
      value={row[name]}
      error={errors[path]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}

function RemoveRow({ name, onChange }: Editing) {
  return (
    <IconButton label={t`Remove ${name}`} onClick={() => onChange({ removed: true })}>
      <Trash2 />
    </IconButton>
  );
}

/** Which of the product's pictures show this variant. */
function RowPictures({ name, row, pictures, onChange }: Editing) {
  if (pictures.length === 0) return null;
  const toggle = (url: string): void =>
    onChange({
      images: row.images.includes(url) ? row.images.filter((each) => each !== url) : [...row.images, url],
    });
  return (
    <div
      role="group"
      aria-label={t`Pictures, ${name}`}
      className="flex w-max max-w-52 flex-wrap gap-1.5 md:max-w-32"
    >
      {pictures.map((url, at) => (
        <button
          key={url}
          type="button"
          aria-pressed={row.images.includes(url)}
          aria-label={t`Picture ${at + 1}`}
          onClick={() => toggle(url)}
          className="size-11 overflow-hidden md:size-9 rounded-control border-2 border-line opacity-60 transition hover:opacity-100 aria-pressed:border-accent aria-pressed:opacity-100"
        >
          <ProductPicture src={backend(url)} alt="" sizes="3rem" />
        </button>
      ))}
    </div>
  );
}
