import { t } from '@lingui/core/macro';
import type { TwoFactorRole } from '#contract/accounts/security.ts';
import { useChoice } from '#web/app/forms/choice.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { useSetTwoFactorRoles, useTwoFactorRoles } from './sign-up.queries.ts';

const listTwoFactorRoles = (): [TwoFactorRole, string][] => [
  ['CONTENT_CREATOR', t`Require two-factor authentication for creators`],
  ['GLOBAL_ADMIN', t`Require two-factor authentication for administrators`],
];

/** Whose role needs two-factor authentication. */
export function TwoFactorRolesCard() {
  const { data } = useTwoFactorRoles();
  const save = useSetTwoFactorRoles();
  const [roles, choose] = useChoice(data?.roles ?? []);
  const change = (role: TwoFactorRole, on: boolean): void => {
    const changed = on ? [...roles, role] : roles.filter((each) => each !== role);
    choose(changed, save.mutateAsync(changed));
  };
  return (
    <Card title={t`Two-factor authentication`}>
      {listTwoFactorRoles().map(([role, label]) => (
        <Checkbox
          key={role}
          label={label}
          checked={roles.includes(role)}
          disabled={!data}
          onChange={({ target }) => change(role, target.checked)}
        />
      ))}
      <p className="mt-2 text-sm text-ink-soft">{t`Until they turn it on, they only have member access.`}</p>
      <FormError>{save.error?.message}</FormError>
    </Card>
  );
}
