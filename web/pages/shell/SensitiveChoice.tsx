import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { SENSITIVE_CHOICES, type SensitiveChoice as Choice } from '#contract/videos/labels.ts';
import { chooseAsGuest, useSensitive } from '#web/app/sensitive.ts';
import { useMe } from '#web/app/session/me.ts';
import { SelectBox } from '#web/ui/controls/SelectBox.tsx';

const names = (): Record<Choice, string> => ({
  BLUR: t`Blur sensitive videos`,
  SHOW: t`Show sensitive videos`,
  HIDE: t`Hide sensitive videos`,
});

/** A guest's; members have it in their settings. */
export function SensitiveChoice() {
  const { signedIn } = useMe();
  const chosen = useSensitive();
  if (signedIn) return null;
  return (
    <label className="flex h-9.5 items-center gap-1.5 rounded-pill border border-line ps-3 pointer-coarse:h-11.5">
      <EyeOff aria-hidden="true" className="size-4" />
      <SelectBox
        aria-label={t`Sensitive videos`}
        value={chosen}
        onChange={({ target }) => {
          const choice = SENSITIVE_CHOICES.find((each) => each === target.value);
          if (choice) chooseAsGuest(choice);
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
