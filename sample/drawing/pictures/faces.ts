/** Illustrated portraits of the sample's people: shapes and colours, no likeness of anybody. */
import { mix } from '../clips/draw.ts';

export interface Face {
  name: string;
  ground: [string, string];
  skin: string;
  hair: string;
  cut: 'bob' | 'bun' | 'short' | 'curls' | 'long' | 'crop' | 'wave' | 'scarf';
  top: string;
  extra?: 'glasses' | 'shades' | 'beard' | 'earrings' | 'cap';
}

const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d: string, tone: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${width}" stroke-linecap="round"/>`;

const behind: Record<Face['cut'], (hair: string) => string> = {
  bob: (hair) => path('M70 128C66 62 190 62 186 128V168Q186 186 168 186H88Q70 186 70 168Z', hair),
  bun: (hair) => circle(128, 50, 25, hair) + path('M78 128C74 66 182 66 178 128V146H78Z', hair),
  short: (hair) => path('M80 118C76 66 180 66 176 118V132H80Z', hair),
  curls: (hair) =>
    [
      [84, 96],
      [76, 124],
      [86, 150],
      [104, 76],
      [128, 66],
      [152, 76],
      [172, 96],
      [180, 124],
      [170, 150],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 24, hair))
      .join(''),
  long: (hair) => path('M68 130C62 56 194 56 188 130C188 176 200 206 190 226H66C56 206 68 176 68 130Z', hair),
  crop: (hair) => path('M79 122C74 66 182 66 177 122V132H79Z', hair),
  wave: (hair) =>
    path(
      'M70 126C64 58 192 58 186 126C190 160 204 168 192 196Q182 208 170 190L86 190Q70 208 64 194C54 168 68 160 70 126Z',
      hair,
    ),
  scarf: (hair) => path('M66 132C60 54 196 54 190 132C192 182 180 214 128 216C76 214 64 182 66 132Z', hair),
};

const front: Record<Face['cut'], (hair: string) => string> = {
  bob: (hair) =>
    path(
      'M80 124C80 84 106 74 134 76C168 78 178 98 177 124C164 116 150 104 142 92C128 108 104 118 80 124Z',
      hair,
    ),
  bun: (hair) =>
    path(
      'M80 120C82 84 108 74 128 74C150 74 174 84 176 120C164 104 150 94 128 94C106 94 92 104 80 120Z',
      hair,
    ),
  short: (hair) =>
    path(
      'M79 118C76 78 104 66 134 68C166 68 182 88 177 118C172 106 168 100 160 96C136 104 108 104 92 96C86 102 82 108 79 118Z',
      hair,
    ),
  curls: (hair) =>
    [
      [96, 88],
      [114, 80],
      [134, 78],
      [154, 84],
      [166, 98],
      [86, 104],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 16, hair))
      .join(''),
  long: (hair) =>
    path(
      'M80 136C80 88 104 72 128 72C152 72 176 88 176 136C170 112 152 94 128 86C104 94 86 112 80 136Z',
      hair,
    ),
  crop: (hair) =>
    path('M80 112C78 76 104 64 128 64C152 64 178 76 176 112C170 94 156 86 128 86C100 86 86 94 80 112Z', hair),
  wave: (hair) =>
    path(
      'M80 126C78 84 108 70 136 74C168 78 182 102 176 130C172 110 158 100 146 96C128 92 96 96 80 126Z',
      hair,
    ),
  scarf: (hair) =>
    path(
      'M80 132C78 88 104 76 128 76C152 76 178 88 176 132C170 104 152 92 128 92C104 92 86 104 80 132Z',
      mix(hair, '#ffffff', 0.14),
    ),
};

function extra(face: Face): string {
  if (face.extra === 'glasses')
    return `<g fill="#ffffff" fill-opacity="0.22" stroke="#2b2f3a" stroke-width="4"><circle cx="107" cy="131" r="16"/><circle cx="149" cy="131" r="16"/></g>${line('M123 129Q128 125 133 129', '#2b2f3a', 4)}`;
  if (face.extra === 'shades')
    return (
      path(
        'M84 120H172C174 142 164 150 150 150C136 150 132 138 130 130H126C124 138 120 150 106 150C92 150 82 142 84 120Z',
        '#f2812e',
      ) +
      path('M94 126L108 126L98 142Z', '#ffffff', 'opacity="0.6"') +
      path('M140 126L154 126L144 142Z', '#ffffff', 'opacity="0.6"')
    );
  if (face.extra === 'beard')
    return (
      path(
        'M80 138C80 186 104 204 128 204C152 204 176 186 176 138C168 158 154 160 128 158C102 160 88 158 80 138Z',
        face.hair,
      ) + path('M112 168Q128 180 144 168Q128 174 112 168Z', mix(face.skin, '#b04a3a', 0.6))
    );
  if (face.extra === 'earrings') return circle(79, 160, 6, '#f4c95d') + circle(177, 160, 6, '#f4c95d');
  if (face.extra === 'cap')
    return (
      path('M76 104C74 62 182 62 180 104Z', face.top) +
      path('M74 104Q130 86 206 108Q160 116 74 104Z', mix(face.top, '#20202a', 0.25))
    );
  return '';
}

export function drawFace(face: Face): string {
  const shade = mix(face.skin, '#8a3f2a', 0.2);
  const dark = mix(face.hair, '#20141a', 0.4);
  const smile =
    face.extra === 'beard' ? '' : line('M112 168Q128 182 144 168', mix(face.skin, '#a03a35', 0.65), 5);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${face.ground[0]}"/><stop offset="1" stop-color="${face.ground[1]}"/></linearGradient></defs><rect width="256" height="256" fill="url(#g)"/>${circle(196, 58, 74, mix(face.ground[0], '#ffffff', 0.3))}${behind[face.cut](face.hair)}${path('M34 256C40 214 84 204 110 200H146C172 204 216 214 222 256Z', face.top)}${path('M108 176H148V204Q128 222 108 204Z', shade)}${face.cut === 'scarf' ? path('M88 196Q128 224 168 196L180 222Q128 246 76 222Z', face.hair) : path('M104 200Q128 226 152 200L160 204Q128 240 96 204Z', mix(face.top, '#ffffff', 0.3))}${face.cut === 'scarf' ? '' : circle(80, 142, 11, shade) + circle(176, 142, 11, shade)}${path('M80 122C80 78 176 78 176 122V142C176 180 152 198 128 198C104 198 80 180 80 142Z', face.skin)}${circle(97, 156, 9, mix(face.skin, '#ff6a5a', 0.28))}${circle(159, 156, 9, mix(face.skin, '#ff6a5a', 0.28))}${face.extra === 'beard' ? extra(face) : ''}${circle(107, 132, 6, '#2a1c20')}${circle(149, 132, 6, '#2a1c20')}${circle(109, 130, 2, '#ffffff')}${circle(151, 130, 2, '#ffffff')}${line('M98 115Q107 109 116 114', dark, 5)}${line('M140 114Q149 109 158 115', dark, 5)}${line('M128 138Q123 150 130 152', shade, 4.5)}${smile}${front[face.cut](face.hair)}${face.extra === 'beard' ? '' : extra(face)}</svg>`;
}

export const faces: Face[] = [
  {
    name: 'mara.lindqvist',
    ground: ['#ffd9a8', '#f7a35c'],
    skin: '#f6cfae',
    hair: '#d9883a',
    cut: 'wave',
    top: '#2f6f78',
  },
  {
    name: 'theo.okafor',
    ground: ['#a9dccf', '#5aa99a'],
    skin: '#8a5534',
    hair: '#241a18',
    cut: 'crop',
    top: '#f2812e',
    extra: 'glasses',
  },
  {
    name: 'ines.duarte',
    ground: ['#f9c2cf', '#e57f9c'],
    skin: '#e3ab82',
    hair: '#3d241c',
    cut: 'bun',
    top: '#7a2f55',
    extra: 'earrings',
  },
  {
    name: 'kenji.sato',
    ground: ['#bcd4f2', '#6f97d1'],
    skin: '#f2cda6',
    hair: '#1f1d26',
    cut: 'short',
    top: '#f4efe6',
    extra: 'shades',
  },
  {
    name: 'amina.rahal',
    ground: ['#e6d5f5', '#a983cf'],
    skin: '#c98d62',
    hair: '#e06a52',
    cut: 'scarf',
    top: '#33305a',
  },
  {
    name: 'joel.hartmann',
    ground: ['#fce8a6', '#e9b949'],
    skin: '#f4c9a5',
    hair: '#8a4f2a',
    cut: 'short',
    top: '#3f5f8a',
    extra: 'beard',
  },
  {
    name: 'noa.levi',
    ground: ['#c8ecd9', '#6fbf98'],
    skin: '#dba57c',
    hair: '#5a3420',
    cut: 'curls',
    top: '#e8594f',
  },
  {
    name: 'priya.nair',
    ground: ['#ffcfb8', '#ee8763'],
    skin: '#b37748',
    hair: '#221820',
    cut: 'long',
    top: '#e8b33c',
    extra: 'earrings',
  },
  {
    name: 'sam.whitlock',
    ground: ['#d5e3ea', '#89a9b8'],
    skin: '#f5d3b8',
    hair: '#c9a24f',
    cut: 'bob',
    top: '#4a7f5a',
  },
  {
    name: 'leo.marchetti',
    ground: ['#f6d3c2', '#d98a6a'],
    skin: '#e0a678',
    hair: '#2b1c16',
    cut: 'crop',
    top: '#2f3b4f',
    extra: 'cap',
  },
];
