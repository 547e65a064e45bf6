import { t } from '@lingui/core/macro';
import { MAX_UPGRADE_MESSAGE } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import { canRequestUpgrade } from '#web/app/capabilities.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { useRequestUpgrade } from '../accounts.queries.ts';
import { roleLabels } from '#web/app/i18n/role-labels.ts';

/** The role, and for plain members the request to become a creator. */
export function RoleCard({ me }: { me: Me }) {
  return (
    <Card title={t`Role`} aside={<Badge tone="accent">{roleLabels()[me.role].name}</Badge>}>
      <p className="text-ink-soft">
        <span>{roleLabels()[me.role].can}</span> <code className="ms-1 text-xs">{me.role}</code>
      </p>
      {canRequestUpgrade(me) && <UpgradeRequest upgrade={me.upgrade} />}
    </Card>
  );
}

function UpgradeRequest({ upgrade }: { upgrade: Me['upgrade'] }) {
  const request = useRequestUpgrade();
  const waiting = upgrade?.status === 'PENDING';
  const rejectReason = upgrade?.rejectReason ?? '';
  const form = useForm(useFields({ message: '' }), request, {
    ready: () => !waiting,
    done: t`Upgrade requested`,
  });
  return (
    <Form
      form={form}
      button={t`Request Creator Upgrade`}
      variant="secondary"
      className="mt-4 border-t border-line pt-4"
      problem={request.error && t`Failed to request upgrade`}
    >
      {upgrade?.status === 'REJECTED' && (
        <p className="text-sm text-ink-soft">{t`Your last request was declined: ${rejectReason}`}</p>
      )}
      {waiting ? (
        <p className="text-sm text-ink-soft">{t`Your request is pending review. We’ll email you.`}</p>
      ) : (
        <TextArea
          label={t`What would you like to show?`}
          {...form.field('message')}
          maxLength={MAX_UPGRADE_MESSAGE}
          hint={t`Optional. Helps us decide.`}
        />
      )}
    </Form>
  );
}
