import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { afterHydration, isHydrating } from './hydration.ts';

/**
 * The part of a router that this site needs, with the names of React Router, whose declarative mode it replaced at a
 * tenth of the weight (docs/decisions/030). Paths have `:name` and `:name?`, and match to the letter.
 */

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  /** What `navigate` was given along; it stands with the entry in the history. */
  state: unknown;
  /** Differs for each entry of the history. */
  key: string;
}

/** How one came here: by going back, forward or loading, by a link, or by a link that takes its page's place. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

/** An address within the site; without a path that of the open page. */
export type To = string | { pathname?: string; search?: string; hash?: string };

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

interface Here {
  location: Location;
  type: NavigationType;
}

export interface Navigate {
  (to: To, options?: NavigateOptions): void;
  (steps: number): void;
}

const HereContext = createContext<(Here & { navigate: Navigate }) | null>(null);
const ParamsContext = createContext<Record<string, string | undefined>>({});

/** Entries of the history hold `{ usr, key }`; what lies over a page adds `over` (back.ts). */
interface Entry {
  usr?: unknown;
  key?: string;
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const entry = (history.state ?? {}) as Entry;
  return { pathname, search, hash, state: entry.usr ?? null, key: entry.key ?? 'default' };
}

const newKey = (): string => Math.random().toString(36).slice(2, 10);

type Change = (show: () => void, isAnimated?: boolean) => void;

let change: Change = startTransition;

/** Who shows the next page from now on; `isAnimated` says that the browser has shown the way to it already. */
export const showPagesBy = (other: Change): void => {
  change = other;
};

/** Follows the address of the window. The page that is left stays until the next one can be shown. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [here, setHere] = useState<Here>(() => {
    const location = readLocation();
    // what stands with the entry of the history the server could not know
    return { location: isHydrating() ? { ...location, state: null } : location, type: 'POP' };
  });
  useEffect(
    () =>
      afterHydration(() => {
        const location = readLocation();
        if (location.state === null) return;
        // not at once: parts that are still to be taken over would be drawn anew
        startTransition(() =>
          setHere((before) => (before.location.state ? before : { ...before, location })),
        );
      }),
    [],
  );
  const navigate = useCallback((to: To | number, { replace = false, state = null }: NavigateOptions = {}) => {
    if (typeof to === 'number') {
      history.go(to);
      return;
    }
    const entry: Entry = { usr: state, key: newKey() };
    const href = resolve(to, window.location);
    if (replace) history.replaceState(entry, '', href);
    else history.pushState(entry, '', href);
    change(() => setHere({ location: readLocation(), type: replace ? 'REPLACE' : 'PUSH' }));
  }, []);
  useLayoutEffect(() => {
    const onPop = ({ hasUAVisualTransition }: PopStateEvent): void =>
      change(() => setHere({ location: readLocation(), type: 'POP' }), hasUAVisualTransition);
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  return (
    <HereContext value={useMemo(() => ({ ...here, navigate }), [here, navigate])}>{children}</HereContext>
  );
}

/** One address that stays: for pages that are written by the server. */
export function StaticRouter({ address, children }: { address: string; children: ReactNode }) {
  const [pathname = '/', search] = address.split('?', 2);
  const location = { pathname, search: search ? `?${search}` : '', hash: '', state: null, key: 'default' };
  return <HereContext value={{ location, type: 'POP', navigate: () => undefined }}>{children}</HereContext>;
}

function useHere() {
  const here = use(HereContext);
  if (!here) throw new Error('There is no router around this.');
  return here;
}

export const useLocation = (): Location => useHere().location;
export const useNavigationType = (): NavigationType => useHere().type;
export const useNavigate = (): Navigate => useHere().navigate;
export const useParams = (): Record<string, string | undefined> => use(ParamsContext);

type Search = Record<string, string>;

/** From what stands there already, which the page may not show yet: two changes follow close on each other. */
type SetSearch = (change: (now: URLSearchParams) => Search, options?: NavigateOptions) => void;

/** What stands behind the question mark, and a way to change it; the page stays the same. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { location, navigate } = useHere();
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const set: SetSearch = (change, options) =>
    navigate(`?${String(new URLSearchParams(change(new URLSearchParams(window.location.search))))}`, options);
  return [search, set];
}

/** What the names in a path stand for; null where the path is another. */
export function matchPath(path: string, pathname: string): Record<string, string | undefined> | null {
  const pattern = path.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) =>
    optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`,
  );
  const found = new RegExp(`^${pattern.replace(/\/$/, '')}/*$`).exec(pathname);
  if (!found) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Of these pages the first whose path is the open one's, else `otherwise`. */
export function Routes({
  pages,
  otherwise,
}: {
  pages: { path: string; element: ReactNode }[];
  otherwise: ReactNode;
}) {
  const { pathname } = useLocation();
  for (const { path, element } of pages) {
    const params = matchPath(path, pathname);
    if (params)
      return (
        <ParamsContext key={path} value={params}>
          {element}
        </ParamsContext>
      );
  }
  return otherwise;
}

/** Goes on to another page as soon as it is shown. */
export function Navigate({ to, replace, state }: { to: To } & NavigateOptions) {
  const { navigate } = useHere();
  // Once: the address it leads to may be made anew with each render.
  const leave = useEffectEvent(() => navigate(to, { replace, state }));
  useEffect(() => leave(), []);
  return null;
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To;
  /** Loads the page anew, as a link to another site would. */
  reloadDocument?: boolean;
} & NavigateOptions;

/** A link within the site. Clicks that open it elsewhere are the browser's own. */
export function Link({ to, replace, state, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const { location, navigate } = useHere();
  const href = resolve(to, location);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented } = event;
    const elsewhere = reloadDocument || (rest.target !== undefined && rest.target !== '_self');
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey || elsewhere) return;
    event.preventDefault();
    // the open page again is no further entry of the history
    const isHere = href === location.pathname + location.search + location.hash;
    navigate(to, { replace: replace ?? isHere, state });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** A link that knows whether its page is the open one. */
export function NavLink({
  className,
  ...rest
}: Omit<LinkProps, 'className'> & { className: (state: { isActive: boolean }) => string }) {
  const { pathname } = useLocation();
  const isActive = resolve(rest.to, { pathname }) === pathname;
  return <Link {...rest} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />;
}

function resolve(to: To, { pathname }: { pathname: string }): string {
  if (typeof to === 'string') return /^[?#]/.test(to) ? pathname + to : to;
  return (to.pathname ?? pathname) + (to.search ?? '') + (to.hash ?? '');
}
