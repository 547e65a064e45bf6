import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Overview } from '#contract/admin/admin.ts';
import { Link } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { useConfig } from '#web/app/config.ts';
import { useOverview } from '#web/admin/admin.queries.ts';
import { classes } from '#web/ui/classes.ts';
import { adminGroups, offeredGroups, sectionPath } from './sections.ts';
import type { AdminGroup, AdminSection } from './sections.ts';

/** Of the content beside the tabs. */
export const ADMIN_PANEL = 'admin-panel';

interface SectionsProps {
  selected: AdminSection;
  /** One was chosen. */
  onChosen?: () => void;
}

/** Arrows, Home and End walk over the tabs, also from one group to the next; the focus chooses. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const on = document.documentElement.dir === 'rtl' ? -1 : 1;
  const next = {
    ArrowRight: at + on,
    ArrowDown: at + 1,
    ArrowLeft: at - on,
    ArrowUp: at - 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  const tab = tabs.at(next % tabs.length);
  tab?.click();
  tab?.focus();
}

/** All sections in their groups: beside the content on wide screens, in a sheet elsewhere. */
export function SectionList({ selected, onChosen }: SectionsProps) {
  const overview = useOverview();
  const config = useConfig();
  return (
    <nav aria-label={t`Admin sections`} onKeyDown={walk} className="flex flex-col gap-4">
      {offeredGroups(config).map((group) => (
        <div key={group.label}>
          {/* no heading: it would stand before the page's own; the lists bear the name */}
          <p aria-hidden="true" className="mb-1 px-3 text-xs font-semibold text-ink-soft">
            {group.label}
          </p>
          <Sections
            group={group}
            selected={selected}
            overview={overview.data}
            onChosen={onChosen}
            className="flex flex-col gap-0.5"
            look={(on) =>
              classes(
                'flex h-9 w-full items-center justify-between gap-2 rounded-control px-3 text-start text-sm font-semibold transition-colors duration-150 focus-visible:-outline-offset-2',
                on ? 'bg-accent-soft text-accent-text' : 'text-ink hover:bg-raised',
              )
            }
          />
        </div>
      ))}
    </nav>
  );
}

/** The sections of the group one is in, in a row. */
export function SectionRow({ selected }: SectionsProps) {
  const overview = useOverview();
  const row = useRef<HTMLDivElement>(null);
  // the chosen one may lie outside of the row, also when numbers make those before it wider
  useEffect(() => {
    const [list, tab] = [row.current, row.current?.querySelector<HTMLElement>('[aria-selected=true]')];
    if (list && tab)
      list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.clientWidth) / 2;
  }, [selected, overview.data]);
  const group = adminGroups().find(({ sections }) => sections.some(({ id }) => id === selected.id));
  if (!group || selected.page === 'nearby') return null;
  return (
    <div
      ref={row}
      onKeyDown={walk}
      className="no-scrollbar relative flex overflow-x-auto border-b border-line sm:overflow-x-visible"
    >
      <Sections
        group={{ ...group, sections: group.sections.filter(({ page }) => page === selected.page) }}
        selected={selected}
        overview={overview.data}
        className="flex sm:flex-wrap"
        look={(on) =>
          classes(
            '-mb-px flex h-12 shrink-0 items-center gap-2 border-b-2 px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-4',
            on ? 'border-accent text-ink' : 'border-transparent text-ink-soft',
          )
        }
      />
    </div>
  );
}

/** Tabs of the page one is on, and links to the other pages. */
function Sections({
  group,
  selected,
  overview,
  onChosen,
  className,
  look,
}: SectionsProps & {
  group: AdminGroup;
  overview: Overview | undefined;
  className: string;
  look: (on: boolean) => string;
}) {
  const [, setSearch] = useAddressSearch();
  const tabs = group.sections.filter(({ page }) => page === selected.page && page !== 'nearby');
  const links = group.sections.filter((section) => !tabs.includes(section));
  const reached = tabs.find((section) => section.id === selected.id) ?? tabs[0];
  return (
    <>
      {tabs.length > 0 && (
        <div role="tablist" aria-label={group.label} className={className}>
          {tabs.map((section) => (
            <button
              key={section.id}
              type="button"
              role="tab"
              aria-selected={section.id === selected.id}
              aria-controls={ADMIN_PANEL}
              tabIndex={section.id === reached?.id ? 0 : -1}
              onClick={() => {
                setSearch(() => ({ tab: section.id }), { replace: true });
                onChosen?.();
              }}
              className={look(section.id === selected.id)}
            >
              <span>{section.label}</span>
              <Count section={section} overview={overview} />
            </button>
          ))}
        </div>
      )}
      {links.length > 0 && (
        <ul aria-label={group.label} className={className}>
          {links.map((section) => (
            <li key={section.id}>
              <Link
                to={sectionPath(section)}
                aria-current={section.id === selected.id ? 'page' : undefined}
                onClick={onChosen}
                className={look(section.id === selected.id)}
              >
                <span>{section.label}</span>
                <Count section={section} overview={overview} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Count({ section, overview }: { section: AdminSection; overview: Overview | undefined }) {
  const count = overview && section.count?.(overview);
  if (!count) return null;
  return (
    <span
      className={classes(
        'numbers rounded-pill px-2 py-0.5 text-xs',
        section.quiet ? 'bg-raised text-ink-soft' : 'bg-accent text-accent-ink',
      )}
    >
      {count}
    </span>
  );
}
