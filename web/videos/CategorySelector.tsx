import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Pill } from '#web/ui/lists/Badge.tsx';
import { IconButton } from '#web/ui/controls/Button.tsx';

const STEP_PX = 220;
/** Of the row, on small screens: there for who can't swipe, and quiet. */
const EDGE = '-mx-2 size-8 text-ink-soft sm:hidden';

/** A row of choices, the chosen one in sight: scrolls sideways on small screens, wraps centred on wide ones. `null` is All. */
export function CategorySelector<T extends string>({
  categories,
  selected,
  onSelect,
  of,
}: {
  categories: readonly T[];
  selected: T | null;
  onSelect: (category: T | null) => void;
  of?: 'videos' | 'products';
}) {
  const row = useRef<HTMLDivElement>(null);
  const scroll = (by: number): void =>
    row.current?.scrollBy({ left: isRightToLeft() ? -by : by, behavior: 'smooth' });
  const isFirst = useRef(true);
  useEffect(() => {
    const chosen = row.current?.querySelector('[aria-pressed="true"]')?.getBoundingClientRect();
    const around = row.current?.getBoundingClientRect();
    if (chosen && around) {
      const left = (chosen.left + chosen.right - around.left - around.right) / 2;
      row.current?.scrollBy({ left, behavior: isFirst.current ? 'instant' : 'smooth' });
    }
    isFirst.current = false;
  }, [selected]);
  return (
    <div className="flex items-center gap-1 sm:justify-center">
      <IconButton small label={t`Scroll left`} className={EDGE} onClick={() => scroll(-STEP_PX)}>
        <ChevronLeft className="rtl:-scale-x-100" />
      </IconButton>
      <div
        ref={row}
        role="group"
        aria-label={t`Categories`}
        className="no-scrollbar flex min-w-0 flex-1 snap-x gap-2 overflow-x-auto p-1 sm:flex-initial lg:flex-wrap lg:justify-center lg:overflow-visible"
      >
        <Pill selected={selected === null} onClick={() => onSelect(null)}>
          {t`All`}
        </Pill>
        {categories.map((category) => (
          <Pill key={category} selected={selected === category} onClick={() => onSelect(category)}>
            <CategoryName name={category} of={of} quiet={selected === category} />
          </Pill>
        ))}
      </div>
      <IconButton small label={t`Scroll right`} className={EDGE} onClick={() => scroll(STEP_PX)}>
        <ChevronRight className="rtl:-scale-x-100" />
      </IconButton>
    </div>
  );
}

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';
