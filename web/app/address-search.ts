import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router';

type Search = Record<string, string>;
type Change = (now: URLSearchParams) => Search;
type SetSearch = (change: Change, options?: NavigateOptions) => void;

/** What was asked for and doesn't stand in the address yet. */
let requested: string | null = null;

/**
 * What stands behind the question mark, and a way to change it; the page stays the same. Two changes may follow close on
 * each other: unlike React Router's own, the second builds on the first.
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
