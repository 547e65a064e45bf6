import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { SENSITIVE_CHOICES, type SensitiveChoice as Choice } from '#contract/videos/labels.ts';
import { useSaveSensitive } from '#web/accounts/accounts.queries.ts';
import { chooseAsGuest, useSensitive } from '#web/app/sensitive.ts';
import { useMe } from '#web/app/session/me.ts';
import { SelectBox } from '#web/ui/controls/SelectBox.tsx';

const names = (): Record<Choice, string> => ({
  BLUR: t`Blur sensitive videos`,
  SHOW: t`Show sensitive videos`,
  HIDE: t`Hide sensitive videos`,
});

/** In the footer; members have it in their settings. */
export const GuestsChoice = () => (useMe().signedIn ? null : <SensitiveChoice />);

/** How sensitive videos are shown. A guest's choice stays in the browser. */
export function SensitiveChoice() {
  const { signedIn } = useMe();
  const chosen = useSensitive();
  const save = useSaveSensitive();
  return (
    <label className="flex h-9.5 items-center gap-1.5 rounded-pill border border-line ps-3 pointer-coarse:h-11.5">
      <EyeOff aria-hidden="true" className="size-4" />
      <SelectBox
        aria-label={t`Sensitive videos`}
        value={save.variables && save.isPending ? save.variables : chosen}
        onChange={({ target }) => {
          const choice = SENSITIVE_CHOICES.find((each) => each === target.value);
          if (!choice) return;
          if (signedIn) save.mutate(choice);
          else chooseAsGuest(choice);
        }}
        boxClassName="h-full"
        className="h-full cursor-pointer bg-transparent text-sm text-ink"
      >
        {SENSITIVE_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {names()[choice]}
          </option>
        ))}
      </SelectBox>
    </label>
  );
}
