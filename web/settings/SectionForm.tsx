import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import type { SavedSection, SectionName } from '#contract/settings/settings.ts';
import { ApiError } from '#web/app/client/call.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useChangeSection, useReloadSection, useSection } from './settings.queries.ts';
import type { Changes, State } from './settings.queries.ts';

/** One section of the settings once it has come, made again for every version. */
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
      <ErrorState title={t`Couldn’t load settings`} text={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton className="h-80" />;
  return <div key={data.version}>{children(data)}</div>;
}

/** The form of a section. `toChanges` maps the form values to the fields to send. */
export function useSectionForm<S extends SectionName, V extends object>(
  section: S,
  state: State<S> & SavedSection,
  start: V,
  toChanges: (values: V) => Changes[S],
  check?: (values: V) => Partial<Record<keyof V & string, string>>,
) {
  const fields = useFields(start);
  const save = useChangeSection(section, state.version);
  const form = useForm(fields, save, { toInput: toChanges, done: t`Saved`, ...(check && { check }) });
  return { ...fields, form, isFixed: (name: string): boolean => state.fixed.includes(name) };
}

const whyFixed = () => t`Set in the server’s environment, so you can’t change it here.`;

/** A field that the environment sets is read-only, with a note. */
export const fixable = (fixed: boolean, hint?: ReactNode) => ({
  disabled: fixed,
  hint: fixed ? whyFixed() : hint,
});

/** The form element with its button at the end. */
export function FormFrame({
  section,
  form,
  children,
}: {
  section: SectionName;
  form: ComponentProps<typeof Form>['form'];
  children: ReactNode;
}) {
  const reload = useReloadSection(section);
  const { problem } = form;
  return (
    <Form
      form={form}
      button={t`Save`}
      className="gap-5"
      beside={
        problem instanceof ApiError &&
        problem.code === 'CHANGED_MEANWHILE' && (
          <Button size="sm" onClick={reload}>
            {t`Load the latest`}
          </Button>
        )
      }
    >
      {children}
    </Form>
  );
}
