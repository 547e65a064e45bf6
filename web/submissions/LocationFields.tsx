import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { MAX_LOCATION_NAME } from '#contract/submissions/location.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { precisionOf } from './location.rules.ts';
import { LocationError, findLocation, type UserLocation } from './location.ts';

export type Permission = 'prompt' | 'loading' | 'granted' | 'denied';

interface LocationFieldsProps {
  location: UserLocation | null;
  onLocation: (location: UserLocation | null) => void;
  name: string;
  onName: (name: string) => void;
  disabled: boolean;
}

const precisionLabels = () => ({
  high: t`High precision`,
  medium: t`Medium precision`,
  low: t`Low precision`,
});

/** Where it was recorded: requested only on a press. Only the name and address are ever public. */
export function LocationFields({ location, onLocation, name, onName, disabled }: LocationFieldsProps) {
  const [permission, setPermission] = useState<Permission>(location ? 'granted' : 'prompt');
  const [problem, setProblem] = useState<string | null>(null);
  const requestLocation = async (): Promise<void> => {
    setPermission('loading');
    setProblem(null);
    try {
      onLocation(await findLocation());
      setPermission('granted');
      toast(t`Location Enabled`, { text: t`The filming location will be saved with your video.` });
    } catch (error) {
      setPermission('denied');
      setProblem(error instanceof LocationError ? error.message : t`Location information unavailable`);
      toast(t`Location Access Denied`, { kind: 'warn', text: t`Location features will be disabled.` });
    }
  };
  if (!location) {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <Button
          size="sm"
          pending={permission === 'loading'}
          disabled={disabled}
          onClick={() => void requestLocation()}
        >
          <MapPin aria-hidden="true" />
          {t`Add location`}
        </Button>
        {problem ? (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        ) : (
          <p className="text-sm text-ink-soft">{t`Optional. Visitors see the place name, never the coordinates.`}</p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div className="flex items-start justify-between gap-3">
        <p className="flex min-w-0 items-start gap-2">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent-text" />
          <span className="min-w-0">
            <span className="block break-words">
              {location.address ?? `${location.latitude.toFixed(4)}, ${location.longitude.toFixed(4)}`}
            </span>
            <span className="block text-sm text-ink-soft">
              {`${precisionLabels()[precisionOf(location.accuracy)]} (± ${Math.round(location.accuracy)} m)`}
            </span>
          </span>
        </p>
        <Button
          size="sm"
          variant="quiet"
          disabled={disabled}
          onClick={() => {
            onLocation(null);
            setPermission('prompt');
          }}
        >
          {t`Remove location`}
        </Button>
      </div>
      <Field
        label={t`Location name`}
        maxLength={MAX_LOCATION_NAME}
        value={name}
        disabled={disabled}
        placeholder={t`e.g. The pier at dawn`}
        hint={t`Optional. Shown instead of the address.`}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  );
}
