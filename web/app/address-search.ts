import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router';

type Search = Record<string, string>;
type Change = (now: URLSearchParams) => Search;
type SetSearch = (change: Change, options?: NavigateOptions) => void;

/** The latest search, not yet in the URL. */
let requested: string | null = null;

/**
 * The URL's query and a setter; the page stays the same. Unlike React Router's setter, a second change right after the
 * first builds on it.
 */
export function useAddressSearch(): [URLSearchParams, SetSearch] {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const set = async (change: Change, options?: NavigateOptions): Promise<void> => {
    const next = String(
      new URLSearchParams(change(new URLSearchParams(requested ?? window.location.search))),
    );
    requested = next;
    await navigate({ search: next }, options);
    if (requested === next) requested = null;
  };
  return [search, (...given) => void set(...given)];
}
