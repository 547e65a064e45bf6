import { t } from '@lingui/core/macro';
import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { logoPath } from '#contract/settings/logo.ts';
import { MAX_LOGO } from '#contract/settings/settings.ts';
import { backend } from '#web/app/client/backend.ts';
import { BrandLogo } from '#web/ui/lists/Brand.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { drawSvg } from './draw-svg.ts';
import { useUploadLogo } from './settings.queries.ts';

const SVG = 'image/svg+xml';
const TYPES = [SVG, 'image/png', 'image/webp'];

/** The site's logo: a picture of the owner's, uploaded as it is chosen, or (null) the product's. */
export function LogoField({
  value,
  onChange,
  error,
  label = t`Logo`,
  hint = t`SVG, PNG or WebP up to 2 MB, ideally with a transparent background. Also used in tabs, on home screens and in emails.`,
  without = <BrandLogo className="h-8" />,
  remove = t`Use default logo`,
}: {
  value: string | null;
  onChange: (logo: string | null) => void;
  error: string | null;
  label?: string;
  hint?: string;
  /** A placeholder without a logo, and the button that removes it. */
  without?: ReactNode;
  remove?: string;
}) {
  const id = useId();
  const upload = useUploadLogo();
  const [wrong, setWrong] = useState<string | null>(null);
  const choose = async (file: File): Promise<void> => {
    setWrong(problemOf(file));
    if (problemOf(file)) return;
    try {
      const picture = file.type === SVG ? await drawSvg(file) : file;
      onChange((await upload.mutateAsync(picture)).logo);
    } catch (failure) {
      setWrong(failure instanceof Error ? failure.message : t`Couldn’t upload it. Please try again.`);
    }
  };
  const problem = wrong ?? error;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-14 min-w-14 place-items-center rounded-control border border-line bg-paper px-2">
          {value === null ? without : <LogoPicture logo={value} className="h-8" />}
        </span>
        <FileButton
          size="sm"
          id={id}
          accept={TYPES.join(',')}
          pending={upload.isPending}
          onFile={(file) => void choose(file)}
        >
          <ImagePlus aria-hidden="true" /> {t`Upload a picture`}
        </FileButton>
        {value !== null && (
          <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
            {remove}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">{hint}</p>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

export function LogoPicture({ logo, className }: { logo: string | null; className: string }) {
  return logo === null ? (
    <BrandLogo className={className} />
  ) : (
    <img
      src={backend(logoPath(logo, 'mark'))}
      alt=""
      className={`w-auto max-w-40 object-contain ${className}`}
    />
  );
}

function problemOf(file: File): string | null {
  if (!TYPES.includes(file.type)) return t`Please choose an SVG, PNG or WebP file.`;
  return file.size > MAX_LOGO ? t`Please choose a picture up to 2 MB.` : null;
}
