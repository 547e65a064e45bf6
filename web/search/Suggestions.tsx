import { t } from '@lingui/core/macro';
import { Clapperboard, Hash, History, ShoppingBag, UserRound, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Suggestion } from '#contract/search/search.ts';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { addRecent, clearRecent, readRecent, removeRecent } from './recent.ts';
import { useSuggestions } from './search.queries.ts';

export interface SuggestionsProps {
  typed: string;
  /** The id of the option that the arrow keys are on. */
  active: string | null;
  /** What the box's keys do while this is open. */
  onKeys: (handle: ((event: KeyboardEvent) => void) | null) => void;
  onActive: (id: string | null) => void;
  onGo: (address: string) => void;
  onHide: () => void;
}

interface Option {
  id: string;
  group: string;
  icon: ReactNode;
  text: string;
  href: string;
  recent: boolean;
}

const groupOf = (kind: Suggestion['kind']): string =>
  ({ video: t`Videos`, tag: t`Tags`, person: t`People`, product: t`Products` })[kind];
const ICONS = {
  video: <Clapperboard />,
  tag: <Hash />,
  person: <UserRound />,
  product: <ShoppingBag />,
  recent: <History />,
} as const satisfies Record<string, ReactNode>;

/** The list under the box, by the combobox pattern: the cursor stays in the box, the arrow keys go through the options. */
export function Suggestions({ typed, active, onKeys, onActive, onGo, onHide }: SuggestionsProps) {
  const [recent, setRecent] = useState(readRecent);
  const suggested = useSuggestions(typed);
  const options: Option[] = typed.trim()
    ? suggested.map(({ kind, text, href }, at) => ({
        id: `suggestion-${at}`,
        group: groupOf(kind),
        icon: ICONS[kind],
        text,
        href,
        recent: false,
      }))
    : recent.map((text, at) => ({
        id: `recent-${at}`,
        group: t`Recent searches`,
        icon: ICONS.recent,
        text,
        href: paths.search({ q: text }),
        recent: true,
      }));
  const at = options.findIndex(({ id }) => id === active);
  const choose = ({ recent: isRecent, text, href }: Option): void => {
    if (isRecent) addRecent(text);
    onGo(href);
  };
  useEffect(() => {
    onKeys((event) => {
      const { length } = options;
      const current = options[at];
      if (event.key === 'ArrowDown') onActive(options[at + 1]?.id ?? options[0]?.id ?? null);
      else if (event.key === 'ArrowUp') onActive(options[at < 0 ? length - 1 : at - 1]?.id ?? null);
      else if (event.key === 'Escape') onHide();
      else if (event.key === 'Enter') {
        if (!current) return;
        choose(current);
      } else if (event.key === 'Delete' && current?.recent) setRecent(removeRecent(current.text));
      else return;
      event.preventDefault();
    });
    return () => onKeys(null);
  });
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div
      // a press must not take the cursor out of the box
      onPointerDown={(event) => event.preventDefault()}
      className={classes(
        'absolute inset-x-0 top-full z-40 max-h-[70dvh] overflow-y-auto border border-line bg-surface shadow-card md:mt-1.5 md:rounded-card',
        options.length === 0 && 'sr-only',
      )}
    >
      <div id="search-suggestions" role="listbox" aria-label={t`Suggestions`} className="py-1.5">
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs font-semibold text-ink-soft">
              {group}
            </p>
            {options
              .filter((option) => option.group === group)
              .map((option) => (
                <Row
                  key={option.id}
                  option={option}
                  isActive={option.id === active}
                  onChoose={() => choose(option)}
                  onRemove={() => setRecent(removeRecent(option.text))}
                />
              ))}
          </div>
        ))}
      </div>
      {!typed.trim() && recent.length > 0 && (
        <button
          type="button"
          className="w-full border-t border-line px-4 py-2.5 text-start text-sm text-ink-soft hover:bg-raised"
          onClick={() => setRecent(clearRecent())}
        >
          {t`Clear recent searches`}
        </button>
      )}
      <p role="status" className="sr-only">
        {typed.trim() ? t`${options.length} suggestions` : ''}
      </p>
    </div>
  );
}

function Row({
  option: { id, icon, text, recent },
  isActive,
  onChoose,
  onRemove,
}: {
  option: Option;
  isActive: boolean;
  onChoose: () => void;
  onRemove: () => void;
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      className={classes(
        'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-raised [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-ink-soft',
        isActive && 'bg-raised',
      )}
    >
      <span aria-hidden="true">{icon}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {text}
      </span>
      {recent && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={t`Remove ${text}`}
          className="grid size-8 place-items-center rounded-pill hover:bg-paper"
          onClick={(event) => {
            event.stopPropagation();
            onRemove();
          }}
        >
          <X />
        </button>
      )}
    </div>
  );
}
