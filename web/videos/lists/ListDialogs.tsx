import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { MAX_LIST_DESCRIPTION, MAX_LIST_TITLE } from '#contract/lists/playlists.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm, type fieldOf, type Sender } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useNavigate } from 'react-router';

/** How a playlist or a series is called in the dialogs that make and change it. */
interface Named {
  heading: string;
  /** Of the field for its name. */
  label: string;
  hint?: string;
}

/** A new list begins with its name; its page opens. */
export function NewList({
  heading,
  label,
  hint,
  sender,
  pathOf,
  onClose,
}: Named & {
  sender: Sender<{ title: string }, { id: number }>;
  pathOf: (id: number) => string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useForm(useFields({ title: '' }), sender, {
    ready: isNamed,
    onSent: ({ id }) => void navigate(pathOf(id)),
  });
  return (
    <Dialog title={heading} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Create`} whole>
        <Field
          label={label}
          hint={hint}
          {...form.field('title')}
          maxLength={MAX_LIST_TITLE}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}

export const isNamed = ({ title }: { title: string }): boolean => title.trim() !== '';

type Entered = ReturnType<typeof fieldOf<Record<string, string>, string>>;

/** What a list says of itself. `children`: what else is to be said of it. */
export function EditList({
  heading,
  label,
  save,
  form,
  title,
  description,
  onClose,
  children,
}: Named & {
  save: string;
  form: ComponentProps<typeof Form>['form'];
  title: Entered;
  description: Entered;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Dialog title={heading} onClose={onClose} locked={form.pending}>
      <Form form={form} button={save} whole>
        <Field label={label} {...title} maxLength={MAX_LIST_TITLE} autoComplete="off" />
        <TextArea label={t`Description`} {...description} maxLength={MAX_LIST_DESCRIPTION} rows={4} />
        {children}
      </Form>
    </Dialog>
  );
}

interface DeleteListProps {
  /** The question, and what becomes of the clips. */
  question: string;
  text: string;
  removal: { isPending: boolean; mutate: (input: undefined, on: { onSuccess: () => void }) => void };
  /** Where to go then. */
  to: string;
}

export function DeleteList({ question, text, removal, to }: DeleteListProps) {
  const navigate = useNavigate();
  const ask = async () => {
    if (!(await confirm({ title: question, text, action: t`Delete`, danger: true }))) return;
    removal.mutate(undefined, { onSuccess: () => void navigate(to, { replace: true }) });
  };
  return (
    <Button size="sm" className="h-10" variant="quiet" pending={removal.isPending} onClick={() => void ask()}>
      {t`Delete`}
    </Button>
  );
}
