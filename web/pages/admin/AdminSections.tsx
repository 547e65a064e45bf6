import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Overview } from '#contract/admin/admin.ts';
import { Link } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { useConfig } from '#web/app/config.ts';
import { useOverview } from '#web/admin/admin.queries.ts';
import { classes } from '#web/ui/classes.ts';
import { adminGroups, offeredGroups, partsOf, sectionPath } from './sections.ts';
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

const hasPart = (section: AdminSection, { id }: AdminSection): boolean =>
  partsOf(section).some((part) => part.id === id);

/** The sections, and under the open one its parts: beside the content on wide screens, in a sheet elsewhere. */
export function SectionList({ selected, onChosen }: SectionsProps) {
  const overview = useOverview();
  const config = useConfig();
  return (
    <nav aria-label={t`Admin sections`} onKeyDown={walk} className="flex flex-col gap-5">
      {offeredGroups(config).map((group) => (
        <Sections
          key={group.label}
          group={{
            ...group,
            sections: group.sections.flatMap((section) =>
              section.parts && hasPart(section, selected) ? [section, ...section.parts] : [section],
            ),
          }}
          selected={selected}
          overview={overview.data}
          onChosen={onChosen}
          className="flex flex-col gap-0.5"
          look={(section, on) =>
            classes(
              'flex min-h-8.5 w-full items-center gap-2.5 rounded-control px-3 py-1 text-start text-sm leading-tight font-semibold transition-colors duration-150 focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
              !section.icon && 'ps-9.5',
              on ? 'bg-accent-soft text-accent-text' : 'text-ink-soft hover:bg-raised hover:text-ink',
            )
          }
        />
      ))}
    </nav>
  );
}

/** Those beside the selected one, in a row. */
export function SectionRow({ selected }: SectionsProps) {
  const overview = useOverview();
  const row = useRef<HTMLDivElement>(null);
  // the chosen one may lie outside of the row, also when numbers make those before it wider
  useEffect(() => {
    const [list, tab] = [row.current, row.current?.querySelector<HTMLElement>('[aria-selected=true]')];
    if (list && tab)
      list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.clientWidth) / 2;
  }, [selected, overview.data]);
  const group = adminGroups().find(({ sections }) => sections.some((section) => hasPart(section, selected)));
  const parts = group?.sections.find((section) => hasPart(section, selected))?.parts;
  if (!group) return null;
  return (
    <div
      ref={row}
      onKeyDown={walk}
      className="no-scrollbar relative flex overflow-x-auto border-b border-line"
    >
      <Sections
        group={{ ...group, sections: parts ?? group.sections }}
        selected={selected}
        overview={overview.data}
        className="flex"
        look={(_section, on) =>
          classes(
            '-mb-px flex h-12 shrink-0 items-center gap-2 border-b-2 px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-4 [&_svg]:hidden',
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
  look: (section: AdminSection, on: boolean) => string;
}) {
  const [, setSearch] = useAddressSearch();
  const tabs = group.sections.filter(({ page }) => page === selected.page);
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
              aria-expanded={section.parts && hasPart(section, selected)}
              aria-controls={ADMIN_PANEL}
              tabIndex={section.id === reached?.id ? 0 : -1}
              onClick={() => {
                setSearch(() => ({ tab: (partsOf(section)[0] ?? section).id }), { replace: true });
                onChosen?.();
              }}
              className={look(section, section.id === selected.id)}
            >
              <Label section={section} overview={overview} />
            </button>
          ))}
        </div>
      )}
      {links.length > 0 && (
        <ul aria-label={group.label} className={className}>
          {links.map((section) => (
            <li key={section.id}>
              <Link to={sectionPath(section)} onClick={onChosen} className={look(section, false)}>
                <Label section={section} overview={overview} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Label({ section, overview }: { section: AdminSection; overview: Overview | undefined }) {
  const { icon: Icon, label, count: countIn, quiet } = section;
  const count = overview && countIn?.(overview);
  return (
    <>
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      <span className="min-w-0 flex-1">{label}</span>
      {count ? (
        <span
          className={classes(
            'numbers rounded-pill px-2 py-0.5 text-xs',
            quiet ? 'bg-raised text-ink-soft' : 'bg-accent text-accent-ink',
          )}
        >
          {count}
        </span>
      ) : null}
    </>
  );
}
