import type { ReactNode } from 'react';
import type { Kept, SectionName } from '#contract/settings.ts';
import { ApiError } from '#web/app/call.ts';
import { useFields, useForm } from '#web/app/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { useChangeSection, useReloadSection, useSection } from './settings.queries.ts';
import type { Changes, State } from './settings.queries.ts';

/** One section of the settings once it has come, made anew for every version. */
export function Section<S extends SectionName>({
  section,
  children,
}: {
  section: S;
  children: (state: State<S>) => ReactNode;
}) {
  const { data, error, refetch } = useSection(section);
  if (error && !data)
    return (
      <ErrorState
        title="The settings could not be loaded"
        text={error.message}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (!data) return <Skeleton className="h-80" />;
  return <div key={data.version}>{children(data)}</div>;
}

/** The form of a section. `toChanges` makes of what was typed the fields to send. */
export function useSectionForm<S extends SectionName, V extends object>(
  section: S,
  state: State<S> & Kept,
  start: V,
  toChanges: (values: V) => Changes[S],
) {
  const fields = useFields(start);
  const save = useChangeSection(section, state.version);
  const options = { toInput: toChanges, onSent: () => toast('Saved') };
  const form = useForm(
    fields,
    save,
    options as object as Parameters<typeof useForm<V, Changes[S], unknown>>[2],
  );
  return { ...fields, form, isFixed: (name: string): boolean => state.fixed.includes(name) };
}

const FIXED = 'Set by the environment of the server, so it can’t be changed here.';

/** For a field that the environment may set: it can be read, but not changed, and says why. */
export const fixable = (fixed: boolean, hint?: ReactNode) => ({
  disabled: fixed,
  hint: fixed ? FIXED : hint,
});

/** The form element with its button at the end. */
export function FormFrame({
  section,
  form,
  children,
}: {
  section: SectionName;
  form: { attributes: object; pending: boolean; problem: Error | null };
  children: ReactNode;
}) {
  const reload = useReloadSection(section);
  const { problem } = form;
  return (
    <form {...form.attributes} className="flex flex-col gap-5">
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={form.pending}>
          Save
        </Button>
        <FormError>{problem?.message}</FormError>
        {problem instanceof ApiError && problem.code === 'CHANGED_MEANWHILE' && (
          <Button size="sm" onClick={reload}>
            Load the latest
          </Button>
        )}
      </div>
    </form>
  );
}
