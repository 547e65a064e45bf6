import { Suspense, lazy, useState } from 'react';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { formatCompact } from '#web/ui/format.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { Player } from '#web/ui/player/Player.tsx';
import type { PlayableVideo } from '#web/ui/player/player.types.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { RichText } from '#web/ui/lists/RichText.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { videoAddress } from './sample-video.ts';
import { Row } from './parts.tsx';
import type { PartProps } from './parts.tsx';

const FlatMap = lazy(async () => ({ default: (await import('#web/ui/charts/FlatMap.tsx')).FlatMap }));
const DayChart = lazy(async () => ({ default: (await import('#web/ui/charts/DayChart.tsx')).DayChart }));
const WorldMap = lazy(async () => ({ default: (await import('#web/ui/charts/WorldMap.tsx')).WorldMap }));

export function Cards() {
  return (
    <div className="flex flex-col gap-4">
      <Card>Without a title</Card>
      <Card title="With a title" aside={<Badge tone="ok">and something aside</Badge>}>
        What belongs together.
      </Card>
      <Card title="Empty" empty="Nothing is here yet." aside={<Badge>and something aside</Badge>}>
        What is not there.
      </Card>
    </div>
  );
}

const ORDERS = [
  { id: 1, name: 'Ann', total: 99.99, status: 'PAID' },
  { id: 2, name: 'Ben', total: 129.98, status: 'SHIPPED' },
];

export function Tables({ scheme }: PartProps) {
  return (
    <DataTable
      caption={`Orders, ${scheme}`}
      rows={ORDERS}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Order', cell: ({ id }) => `#${id}` },
        { title: 'Buyer, not on phones', cell: ({ name }) => name, wide: true },
        { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
        { title: 'Total', cell: ({ total }) => formatMoney(total), numeric: true },
      ]}
    />
  );
}

export function RichTexts() {
  const [at, setAt] = useState<number | null>(null);
  return (
    <p>
      <RichText text="A link, https://example.org/a, and a time: 1:23." onTime={setAt} />{' '}
      <span>{`${at !== null ? `Pressed: ${at} s.` : ''}`}</span>
    </p>
  );
}

/** An invalid picture, despite its data URL. */
const BROKEN = 'data:image/png;base64,AAAA';

export function Products() {
  return (
    <Row>
      {['/products/orange-vibes-front.webp', null, BROKEN].map((src) => (
        <div key={src} className="aspect-[4/3] w-32 overflow-hidden rounded-control bg-accent-soft">
          <ProductPicture src={src} alt="Sunglasses" sizes="8rem" />
        </div>
      ))}
    </Row>
  );
}

const POINTS = Array.from({ length: 14 }, (_, at) => ({
  day: `2026-06-${String(at + 1).padStart(2, '0')}`,
  value: Math.round(400 + 300 * Math.sin(at / 2)),
}));

export function Charts({ scheme }: PartProps) {
  return (
    <Suspense fallback={<Skeleton className="h-45" />}>
      <DayChart label={`Views, ${scheme}`} points={POINTS} format={formatCompact} />
      <DayChart label={`Orders, ${scheme}`} points={POINTS} format={formatCompact} bars />
    </Suspense>
  );
}

const MARKERS = [
  { id: 1, label: 'Lisbon', latitude: 38.72, longitude: -9.14 },
  { id: 2, label: 'Sydney', latitude: -33.87, longitude: 151.21 },
];

export function Maps() {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <div className="h-72">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <WorldMap markers={MARKERS} onOpen={setOpened} />
          </Suspense>
        </div>
        <div className="h-72">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <FlatMap markers={MARKERS} onOpen={setOpened} />
          </Suspense>
        </div>
      </div>
      <p className="mt-2 text-sm text-ink-soft">{`Drawn with and without WebGL. Opened: ${MARKERS.find(({ id }) => id === opened)?.label ?? 'none'}.`}</p>
    </>
  );
}

const EMPTY: Omit<PlayableVideo, 'title' | 'file'> = {
  ladder: null,
  startsAsFile: true,
  poster: null,
  backdrop: null,
  storyboard: null,
  captions: [],
  viewBox: '0 0 16 9',
};

export function Players() {
  const [file] = useState(videoAddress);
  const [nothing] = useState(() => URL.createObjectURL(new Blob(['no clip'])));
  const [broken, setBroken] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <div className="on-stage text-ink">
        <Player playable={{ ...EMPTY, title: 'A clip', file }} autoPlay={false} pageKeys={false} />
      </div>
      <div>
        {broken ? (
          <div className="on-stage text-ink">
            <Player
              playable={{ ...EMPTY, title: 'A broken clip', file: nothing }}
              autoPlay={false}
              pageKeys={false}
            />
          </div>
        ) : (
          <Button onClick={() => setBroken(true)}>Show a clip that doesn’t load</Button>
        )}
      </div>
    </div>
  );
}
