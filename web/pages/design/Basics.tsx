import { MapPin, Star } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge, Pill } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { BrandLogo } from '#web/ui/lists/Brand.tsx';
import { formatDay } from '#web/ui/days.ts';
import { formatExact } from '#web/ui/format.ts';
import { formatLikes, formatViews } from '#web/app/i18n/count-formats.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { Count, Duration, Time } from '#web/ui/lists/Numbers.tsx';
import { Row } from './parts.tsx';

/** Grounds with the ink that is read on them. Whole class names: Tailwind reads them here. */
const GROUNDS = [
  ['paper', 'bg-paper text-ink'],
  ['surface', 'bg-surface text-ink'],
  ['raised', 'bg-raised text-ink'],
  ['raised, soft ink', 'bg-raised text-ink-soft'],
  ['accent', 'bg-accent text-accent-ink'],
  ['accent-strong', 'bg-accent-strong text-accent-ink'],
  ['accent-soft', 'bg-accent-soft text-accent-text'],
  ['bad-fill', 'bg-bad-fill text-on-fill'],
  ['stage', 'bg-stage text-on-scrim'],
] as const;
const INKS = [
  ['ok', 'text-ok'],
  ['warn', 'text-warn'],
  ['bad', 'text-bad'],
  ['info', 'text-info'],
  ['accent-text', 'text-accent-text'],
] as const;

export function Colours() {
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {GROUNDS.map(([name, look]) => (
          <li key={name} className={`rounded-control border border-line px-3 py-4 text-sm ${look}`}>
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-4 font-semibold">
        {INKS.map(([name, look]) => (
          <span key={name} className={look}>
            {name}
          </span>
        ))}
      </p>
    </>
  );
}

const SIZES = ['text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];

export function Type() {
  return SIZES.map((size) => (
    <p key={size} className={`${size} truncate`}>
      Look. Like. Live. <span className="numbers">0123</span>
    </p>
  ));
}

export function Brand() {
  return (
    <Row>
      <BrandLogo className="h-5" />
      <BrandLogo />
      <BrandLogo className="h-16" />
    </Row>
  );
}

const TONES: BadgeTone[] = [
  'plain',
  'accent',
  'ok',
  'warn',
  'bad',
  'info',
  'pending',
  'paid',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'scrim',
];

export function Badges() {
  const [selected, setSelected] = useState('Lifestyle');
  return (
    <>
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="accent">
          <Star aria-hidden="true" className="fill-current" /> with an icon
        </Badge>
        <Badge className="w-28">
          <MapPin aria-hidden="true" /> <span className="truncate">with words that don’t fit</span>
        </Badge>
      </Row>
      <Row title="Pills">
        {['All', 'Lifestyle', 'Beauty'].map((name) => (
          <Pill key={name} selected={name === selected} onClick={() => setSelected(name)}>
            {name}
          </Pill>
        ))}
      </Row>
    </>
  );
}

/** An invalid picture, despite its data URL. */
const BROKEN = 'data:image/png;base64,AAAA';

export function Avatars() {
  return (
    <Row>
      {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
        <Avatar key={size} src="/icon-192.png" size={size} />
      ))}
      <Avatar src={null} name="Nobody’s picture" size="lg" />
      <Avatar src={BROKEN} name="A broken picture" size="lg" />
    </Row>
  );
}

const MOMENT = '2026-06-03T16:05:00.000Z';

export function Numbers() {
  return (
    <Row>
      <Count of={0} format={formatLikes} />
      <Count of={1234} format={formatViews} />
      <Count of={24_200_000} format={(_, count) => `${count} on YouTube`} inFull={formatViews} />
      <Duration seconds={61} />
      <Duration seconds={3725} />
      <Time at={MOMENT} />
      <span>{formatDay(MOMENT)}</span>
      <span>{formatExact(MOMENT)}</span>
      <span className="numbers">{formatMoney(99.9)}</span>
    </Row>
  );
}
