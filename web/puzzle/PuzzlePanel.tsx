import { t } from '@lingui/core/macro';
import { classes } from '#web/ui/classes.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { formatCount } from '#web/ui/format.ts';
import { PiecePicture } from './PuzzleBoard.tsx';
import type { Standing } from './puzzle.runner.ts';

export function PuzzlePanel({
  standing,
  serverReady,
  onContinue,
}: {
  standing: Standing;
  serverReady: boolean;
  onContinue?: () => void;
}) {
  const { score, lines, level, best, next, hold } = standing;
  return (
    <div className="flex w-full shrink-0 gap-x-5 gap-y-3 max-md:order-1 max-md:flex-wrap max-md:items-end max-md:justify-between md:w-44 md:flex-col short:md:grid short:md:grid-cols-2 short:md:content-start">
      <dl className="contents">
        <Figure name={t`Score`} value={formatCount(score)} />
        <Figure name={t`Lines`} value={String(lines)} />
        <Figure name={t`Level`} value={String(level)} />
        <Figure name={t`Best`} value={formatCount(best)} wide />
      </dl>
      <PiecePicture label={t`Next`} kind={next} />
      <PiecePicture label={t`Hold`} kind={hold} />
      <div
        className="max-md:flex max-md:w-full max-md:items-baseline max-md:gap-2 md:mt-auto short:md:col-span-2"
        role="status"
      >
        <p className="text-xs text-ink-soft">{t`Server Status`}</p>
        <p className={`font-semibold ${serverReady ? 'text-ok' : 'text-warn'}`}>
          {serverReady ? t`Ready` : t`Spinning up`}
        </p>
      </div>
      {/* its space is reserved: the board must not move while someone plays */}
      {(onContinue || !serverReady) && (
        <Button
          variant="primary"
          size="sm"
          className={classes('max-md:w-full short:md:col-span-2', !onContinue && 'invisible')}
          onClick={onContinue}
        >
          {t`Continue to site`}
        </Button>
      )}
    </div>
  );
}

function Figure({ name, value, wide = false }: { name: string; value: string; wide?: boolean }) {
  return (
    <div className={wide ? 'max-md:hidden' : undefined}>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="numbers text-lg leading-tight font-bold md:text-xl">{value}</dd>
    </div>
  );
}
