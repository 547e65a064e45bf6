import { t } from '@lingui/core/macro';
import { Check, ShoppingBag, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { ProductTag } from '#contract/product-tags/product-tags.ts';
import { backend } from '#web/app/client/backend.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';

const CONFIRMATION_MS = 2500;

/** A product over the video that shows it: one press adds it to the cart, Close or Escape removes it. */
export function TaggedProduct({
  tag,
  onAdd,
  onClose,
}: {
  tag: ProductTag;
  /** Rejected: it wasn't added, and the user was notified. */
  onAdd: () => Promise<void>;
  onClose: () => void;
}) {
  const card = useRef<HTMLElement>(null);
  const [state, setState] = useState<'idle' | 'pending' | 'added'>('idle');
  useEffect(() => {
    if (state !== 'added') return undefined;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEscape(card, onClose);
  useFocusLeft(card);
  const add = (): void => {
    if (state === 'pending') return;
    setState('pending');
    void onAdd().then(
      () => setState('added'),
      () => setState('idle'),
    );
  };
  return (
    <section
      ref={card}
      aria-label={t`Featured in this video`}
      className="pointer-events-auto flex w-fit max-w-full animate-appear items-center gap-2 rounded-card border border-line bg-surface p-1.5 text-ink shadow-float"
    >
      <div className="size-11 shrink-0 overflow-hidden rounded-control bg-accent-soft">
        <ProductPicture src={backend(tag.image)} alt="" sizes="3rem" />
      </div>
      <div className="max-w-52 min-w-0 text-sm leading-tight">
        <p dir="auto" className="truncate font-semibold">
          {tag.name}
        </p>
        {state === 'added' ? (
          <p className="flex items-center gap-1 font-semibold text-ok">
            <Check aria-hidden="true" className="size-4 shrink-0" />
            {t`Added to cart`}
          </p>
        ) : (
          <p className="numbers truncate text-ink-soft">
            {[formatMoney(tag.price), tag.variant].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      <Button
        variant="primary"
        size="md"
        className="px-3.5!"
        aria-label={t`Add to Cart`}
        // disabled it would lose the focus
        aria-disabled={state === 'pending'}
        onClick={add}
      >
        <ShoppingBag aria-hidden="true" />
        <span className="hidden @md:inline">{t`Add to Cart`}</span>
      </Button>
      <IconButton label={t`Close`} small onClick={onClose}>
        <X />
      </IconButton>
      <span role="status" className="sr-only">
        {state === 'added' ? t`Added to cart` : ''}
      </span>
    </section>
  );
}

const stageOf = (card: HTMLElement | null) => card?.closest<HTMLElement>('.player, article') ?? null;

/** Escape closes it while it or its player has the focus, or nothing has. */
function useEscape(card: RefObject<HTMLElement | null>, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], :popover-open')) return;
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (!target.matches('body, main') && !stageOf(card.current)?.contains(target)) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** A focus that it had goes to its player as it disappears. */
function useFocusLeft(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = card;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const stage = stageOf(current);
      const next = stage?.matches('article') ? stage : stage?.querySelector<HTMLElement>('button');
      next?.focus({ preventScroll: true });
    };
  }, [card]);
}
