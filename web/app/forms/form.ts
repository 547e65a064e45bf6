import { useRef, useState } from 'react';
import type { ComponentProps, FocusEvent, FormEvent } from 'react';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ApiError } from '../client/call.ts';

/** A form's field values: stored in the form itself (`useFields`), or in drafts that outlive it. */
export interface Fields<V> {
  values: V;
  set: <Name extends keyof V>(name: Name, value: V[Name]) => void;
}

interface OwnFields<V> extends Fields<V> {
  /** From the value at that time: for late changes. */
  change: <Name extends keyof V>(name: Name, by: (before: V[Name]) => V[Name]) => void;
  /** To the initial values, or to these. */
  reset: (next?: V) => void;
}

export function useFields<V extends object>(start: V): OwnFields<V> {
  const [values, setValues] = useState(start);
  return {
    values,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    change: (name, by) => setValues((before) => ({ ...before, [name]: by(before[name]) })),
    reset: (next = start) => setValues(next),
  };
}

type NamesOf<V, Kind> = { [Name in keyof V]: V[Name] extends Kind ? Name : never }[keyof V] & string;
type Errors<V> = Partial<Record<keyof V & string, string>>;

/** What an input, a select or a text area needs to be a field of the form. */
export function fieldOf<V, Name extends NamesOf<V, string>>(
  { values, set }: Fields<V>,
  name: Name,
  error: string | null = null,
) {
  return {
    name,
    value: values[name] as string,
    onChange: (event: { target: { value: string } }): void => set(name, event.target.value as V[Name]),
    error,
  };
}

const checkboxOf = <V, Name extends NamesOf<V, boolean>>({ values, set }: Fields<V>, name: Name) => ({
  name,
  checked: values[name] as boolean,
  onChange: (event: { target: { checked: boolean } }): void => set(name, event.target.checked as V[Name]),
});

/** Pressing a button blurs the field first: an error shown below the field must not move the button away. */
const PRESS_MS = 200;

/**
 * A field's error shows once it was left non-empty, or the form was submitted; it disappears as soon as the
 * value is valid. `found` has all current errors.
 */
function useTouched<V>(found: Errors<V>) {
  const [shown, setShown] = useState<readonly string[]>([]);
  if (shown.some((name) => !(name in found))) setShown(shown.filter((name) => name in found));
  return {
    gaps: Object.fromEntries(Object.entries(found).filter(([name]) => shown.includes(name))) as Errors<V>,
    showProblems: (names: string[]): void => setShown((before) => [...new Set([...before, ...names])]),
  };
}

const showProblemsOnBlur =
  (showProblems: (names: string[]) => void) =>
  ({ target }: FocusEvent<HTMLFormElement>): void => {
    const { name, value } = target as { name?: string; value?: string };
    if (name && value) setTimeout(() => showProblems([name]), PRESS_MS);
  };

/** Server errors stay until the field is changed. */
function useServerErrors<V extends object>(values: V, details: Record<string, string>) {
  const [sent, setSent] = useState<Partial<V>>({});
  const isAsSent = ([name]: [string, unknown]): boolean =>
    !(name in values) || values[name as keyof V] === sent[name as keyof V];
  return {
    serverErrors: Object.fromEntries(Object.entries(details).filter(isAsSent)),
    noteSent: (): void => setSent(values),
  };
}

/** The first field of a form, in the order of the page, that is wrong. */
function focusFirst(form: HTMLFormElement | null, wrong: object): void {
  const first = [...(form?.elements ?? [])].find(
    (element): element is HTMLInputElement => 'name' in element && String(element.name) in wrong,
  );
  first?.focus();
}

/** The part of a mutation that a form needs. */
export interface Sender<Input, Output> {
  mutateAsync: (input: Input) => Promise<Output>;
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
}

interface Options<V, Output> {
  /** Errors found before anything is sent. */
  check?: (values: V) => Errors<V>;
  /** When false, there is nothing to submit yet, and no error to show. */
  ready?: (values: V) => boolean;
  /** Toast after a successful submit. */
  done?: string | ((output: Output) => string);
  /** Called when it is sent. */
  onSend?: () => void;
  onSent?: (output: Output, values: V) => void;
  onFailed?: (error: Error, values: V) => void;
}

export interface FormOf<V> {
  /** For the form element; `Form` takes them. */
  attributes: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onBlur'>;
  send: () => void;
  field: <Name extends NamesOf<V, string>>(name: Name) => ReturnType<typeof fieldOf<V, Name>>;
  checkbox: <Name extends NamesOf<V, boolean>>(name: Name) => ReturnType<typeof checkboxOf<V, Name>>;
  errors: Record<string, string | undefined>;
  /** An error of the whole form, shown by no field. */
  problem: Error | null;
  pending: boolean;
  sent: boolean;
  ready: boolean;
}

/**
 * A form's values, errors (own checks, then the server's details) and pending state. Values stay until the
 * form changes them. `toInput` builds the request, where it differs from the values. Submitting focuses the
 * first invalid field.
 */
export function useForm<V extends object, Input, Output>(
  fields: Fields<V>,
  sender: Sender<Input, Output>,
  options: Options<V, Output> & { toInput: (values: V) => Input },
): FormOf<V>;
export function useForm<V extends object, Output>(
  fields: Fields<V>,
  sender: Sender<V, Output>,
  options?: Options<V, Output>,
): FormOf<V>;
export function useForm<V extends object, Output>(
  fields: Fields<V>,
  sender: Sender<V, Output>,
  options: Options<V, Output> & { toInput?: (values: V) => V } = {},
): FormOf<V> {
  const { values } = fields;
  const { check, ready: isReady, toInput, done, onSend, onSent, onFailed } = options;
  const found = check?.(values) ?? {};
  const { gaps, showProblems } = useTouched(found);
  const form = useRef<HTMLFormElement | null>(null);
  // a busy page handles a second press before it has drawn that the first one sends
  const isSending = useRef(false);
  const details = sender.error instanceof ApiError ? sender.error.fields : {};
  const { serverErrors, noteSent: markSent } = useServerErrors(values, details);
  const errors: Record<string, string | undefined> = { ...serverErrors, ...gaps };
  const ready = isReady?.(values) ?? true;
  const send = (): void => {
    showProblems(Object.keys(found));
    if (!ready || isSending.current || sender.isPending) return;
    if (Object.keys(found).length > 0) return focusFirst(form.current, found);
    const input = toInput ? toInput(values) : values;
    isSending.current = true;
    markSent();
    void sender
      .mutateAsync(input)
      .finally(() => (isSending.current = false))
      .then(
        (output) => {
          if (done) toast(typeof done === 'function' ? done(output) : done);
          onSent?.(output, values);
        },
        (error: Error) => {
          if (error instanceof ApiError) focusFirst(form.current, error.fields);
          onFailed?.(error, values);
        },
      );
    onSend?.();
  };
  return {
    attributes: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault();
        form.current = event.currentTarget;
        send();
      },
      onBlur: showProblemsOnBlur(showProblems),
    },
    send,
    field: <Name extends NamesOf<V, string>>(name: Name) => fieldOf(fields, name, errors[name]),
    checkbox: <Name extends NamesOf<V, boolean>>(name: Name) => checkboxOf(fields, name),
    errors,
    problem: Object.keys(details).some((name) => name in values) ? null : sender.error,
    pending: sender.isPending,
    sent: sender.isSuccess,
    ready,
  };
}
