import { t } from '@lingui/core/macro';
import { toast } from '#web/ui/dialogs/toast.ts';

/** Without clipboard access the text stays in its field, to be copied by hand. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast(t`Couldn’t copy`, {
      kind: 'warn',
      text: t`Your browser blocked copying. Copy it from the field instead.`,
    });
  }
}
