import { t } from '@lingui/core/macro';
import { ArrowLeft, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType, FormEvent, KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { isComposing } from '#web/ui/controls/composing.ts';
import { whenIdle } from '#web/ui/idle.ts';
import { takePlainField } from './plain-field.ts';
import { addRecent } from './recent.ts';
import type { SuggestionsProps } from './Suggestions.tsx';

/** Not in the task of the press: first the box is drawn. */
const load = async () => {
  await whenIdle();
  return (await import('./Suggestions.tsx')).Suggestions;
};

/** The box in the header. What it suggests is fetched when it is first focused; without that it is a plain form. */
export function SearchForm() {
  const navigate = useNavigate();
  const [before] = useState(takePlainField);
  const { typed, type, rest } = useTyped(before.text);
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const [List, setList] = useState<ComponentType<SuggestionsProps> | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  useFocusKey(input, setOpen);
  useEffect(() => {
    if (isOpen || before.focused) input.current?.focus();
  }, [isOpen, before]);
  const close = (): void => {
    rest();
    setOpen(false);
    setShown(false);
    setActive(null);
  };
  const go = (address: string): void => {
    close();
    input.current?.blur();
    void navigate(address);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!typed.trim()) return;
    addRecent(typed.trim());
    go(paths.search({ q: typed.trim() }));
  };
  const isShown = shown && List !== null;
  return (
    <>
      <IconButton label={t`Search`} className="ms-auto md:hidden" onClick={() => setOpen(true)}>
        <Search />
      </IconButton>
      <form
        role="search"
        aria-label={t`Site`}
        action={paths.search()}
        onSubmit={submit}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
        className={classes(
          'items-center gap-1 md:relative md:mx-4 md:flex md:h-auto md:max-w-md md:flex-1 md:bg-transparent md:p-0',
          isOpen ? 'absolute inset-x-0 top-0 z-10 flex h-14 bg-paper px-2' : 'hidden',
        )}
      >
        <IconButton label={t`Close search`} className="md:hidden" onClick={close}>
          <ArrowLeft className="rtl:-scale-x-100" />
        </IconButton>
        <input
          ref={input}
          name="q"
          role="combobox"
          dir="auto"
          aria-label={t`Search`}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? 'search-suggestions' : undefined}
          aria-activedescendant={(isShown && active) || undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          placeholder={t`Search`}
          value={typed}
          onChange={({ target }) => {
            type(target.value);
            setShown(true);
            setActive(null);
          }}
          onFocus={() => {
            setShown(true);
            void load().then(
              (loaded) => setList(() => loaded),
              () => {},
            );
          }}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === 'Escape' && !isShown) close();
            keys.current?.(event);
          }}
          className="h-10 w-full min-w-0 rounded-pill border border-edge/80 bg-surface px-4 text-base text-ink hover:border-edge"
        />
        {isShown && (
          <List
            typed={typed}
            active={active}
            onKeys={(handle) => {
              keys.current = handle;
            }}
            onActive={setActive}
            onGo={go}
            onHide={() => {
              setShown(false);
              setActive(null);
            }}
          />
        )}
      </form>
    </>
  );
}

/** The field's text: another page resets it to its own query, unless the visitor is typing. */
function useTyped(before: string) {
  const { pathname, search } = useLocation();
  const query = pathname === paths.search() ? (new URLSearchParams(search).get('q') ?? '') : null;
  const page = query === null ? pathname : search;
  const [state, setState] = useState({ page, typed: before || (query ?? ''), isTyping: false });
  if (state.page !== page) setState({ ...state, page, typed: state.isTyping ? state.typed : (query ?? '') });
  return {
    typed: state.typed,
    type: (typed: string): void => setState({ page, typed, isTyping: true }),
    /** The writing is over. */
    rest: (): void => setState((now) => ({ ...now, isTyping: false })),
  };
}

/** `/` and Ctrl+K focus the field, unless the visitor is typing elsewhere. */
function useFocusKey(
  input: { readonly current: HTMLInputElement | null },
  open: (isOpen: boolean) => void,
): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent): void => {
      const writes =
        event.target instanceof HTMLElement &&
        event.target.closest('input,textarea,select,[contenteditable],dialog');
      const isAsked = event.key === 'k' ? event.ctrlKey || event.metaKey : event.key === '/' && !writes;
      if (!isAsked || event.defaultPrevented || isComposing(event)) return;
      event.preventDefault();
      open(true);
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [input, open]);
}
