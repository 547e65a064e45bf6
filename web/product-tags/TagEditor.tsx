import { t } from '@lingui/core/macro';
import { Clock, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MAX_TAGS, type ProductTag } from '#contract/product-tags/product-tags.ts';
import { type Product } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { useUnsavedChanges } from '#web/app/forms/unsaved.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useSaveTags, useTags } from './product-tags.queries.ts';

interface EditorProps {
  videoId: number;
  /** On sale. */
  products: Product[];
  durationSec: number;
  /** The second that the player beside it is at. */
  currentTime: () => number;
}

/** As they are typed; `variantId` is empty for the first in stock. */
interface Row {
  productId: string;
  variantId: string;
  start: string;
  end: string;
}

/** How long a new one is shown. */
const SECONDS = 10;

const rowsOf = (tags: ProductTag[]): Row[] =>
  tags.map(({ productId, variantId, start, end }) => ({
    productId: String(productId),
    variantId: variantId === null ? '' : String(variantId),
    start: String(start),
    end: String(end),
  }));

/** Which products a video shows, and when. */
export function TagEditor(props: EditorProps) {
  const { data, error, refetch } = useTags(props.videoId);
  if (data) return <TagForm {...props} tags={data} />;
  return error ? (
    <ErrorState title={t`Couldn’t load the products`} onRetry={() => void refetch()} />
  ) : (
    <Skeleton className="h-24" />
  );
}

function TagForm({
  videoId,
  products,
  durationSec,
  currentTime,
  tags,
}: EditorProps & { tags: ProductTag[] }) {
  const [saved, setSaved] = useState(() => rowsOf(tags));
  const fields = useFields({ rows: saved });
  const { rows } = fields.values;
  const isDirty = JSON.stringify(rows) !== JSON.stringify(saved);
  useUnsavedChanges(isDirty);
  const form = useForm(fields, useSaveTags(videoId), {
    ready: () => isDirty,
    toInput: (now) =>
      now.rows.map(({ productId, variantId, start, end }) => ({
        productId,
        variantId: variantId || null,
        start: secondsOf(start),
        end: secondsOf(end),
      })),
    done: t`Saved`,
    onSent: (after) => {
      setSaved(rowsOf(after));
      fields.reset({ rows: rowsOf(after) });
    },
  });
  const change = (at: number, by: Partial<Row>): void =>
    fields.set(
      'rows',
      rows.map((row, index) => (index === at ? { ...row, ...by } : row)),
    );
  const add = (): void => {
    const start = Math.floor(currentTime());
    const end = durationSec > start ? Math.min(start + SECONDS, durationSec) : start + SECONDS;
    const first = { productId: String(products[0]?.id ?? ''), variantId: '' };
    fields.set('rows', [...rows, { ...first, start: String(start), end: String(end) }]);
  };
  return (
    <Form
      form={form}
      button={t`Save products`}
      problem={Object.keys(form.errors).length > 0 ? false : form.problem?.message}
      beside={
        rows.length < MAX_TAGS &&
        products.length > 0 && (
          <Button onClick={add}>
            <Plus aria-hidden="true" />
            {t`Add a product`}
          </Button>
        )
      }
    >
      <p className="text-sm text-ink-soft">
        {products.length > 0
          ? t`Viewers can add these to their cart while the video plays. One is shown at a time.`
          : t`The shop has no products yet.`}
      </p>
      {rows.map((row, at) => (
        // the same product may be there several times: its place is all there is
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={at} className="rounded-control border border-line p-3">
          <legend className="sr-only">{t`Product ${at + 1}`}</legend>
          <TagRow
            at={at}
            row={row}
            products={products}
            errors={form.errors}
            currentTime={currentTime}
            onChange={(by) => change(at, by)}
            onRemove={() =>
              fields.set(
                'rows',
                rows.filter((_, index) => index !== at),
              )
            }
          />
        </fieldset>
      ))}
    </Form>
  );
}

/** An empty field is no 0: the server asks for it. */
const secondsOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

function TagRow({
  at,
  row,
  products,
  errors,
  currentTime,
  onChange,
  onRemove,
}: {
  at: number;
  row: Row;
  products: Product[];
  errors: Record<string, string | undefined>;
  currentTime: () => number;
  onChange: (by: Partial<Row>) => void;
  onRemove: () => void;
}) {
  const variants = products.find(({ id }) => String(id) === row.productId)?.variants ?? [];
  const time = (name: 'start' | 'end', label: string) => (
    <Field
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      name={`${at}.${name}`}
      value={row[name]}
      error={errors[`${at}.${name}`]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      trailing={
        <IconButton
          small
          label={t`Use the current time`}
          onClick={() => onChange({ [name]: String(Math.round(currentTime() * 10) / 10) })}
        >
          <Clock />
        </IconButton>
      }
    />
  );
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Select
        label={t`Product`}
        name={`${at}.productId`}
        value={row.productId}
        error={errors[`${at}.productId`]}
        onChange={({ target }) => onChange({ productId: target.value, variantId: '' })}
      >
        {products.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {variants.length > 1 && (
        <Select
          label={t`Variant`}
          name={`${at}.variantId`}
          value={row.variantId}
          error={errors[`${at}.variantId`]}
          onChange={({ target }) => onChange({ variantId: target.value })}
        >
          <option value="">{t`The first in stock`}</option>
          {variants.map(({ id, options }) => (
            <option key={id} value={id}>
              {nameVariant(options)}
            </option>
          ))}
        </Select>
      )}
      <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:col-span-2">
        {time('start', t`From (seconds)`)}
        {time('end', t`To (seconds)`)}
        <IconButton label={t`Remove product ${at + 1}`} className="mt-6.5" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </div>
  );
}
