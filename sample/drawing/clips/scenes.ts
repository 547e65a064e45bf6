import type { Scene } from './draw.ts';
import { autumnPalette } from './scenes/autumn-palette.ts';
import { breatheIn } from './scenes/breathe-in.ts';
import { cityLights } from './scenes/city-lights.ts';
import { fieldSurvey } from './scenes/field-survey.ts';
import { fullBloom } from './scenes/full-bloom.ts';
import { lastLight } from './scenes/last-light.ts';
import { lateShift } from './scenes/late-shift.ts';
import { liftOff } from './scenes/lift-off.ts';
import { seaRoad } from './scenes/sea-road.ts';
import { silkInTheWind } from './scenes/silk-in-the-wind.ts';
import { smallSails } from './scenes/small-sails.ts';
import { smallWorld } from './scenes/small-world.ts';

export const scenes: Scene[] = [
  fieldSurvey,
  cityLights,
  lateShift,
  smallSails,
  breatheIn,
  autumnPalette,
  fullBloom,
  silkInTheWind,
  liftOff,
  smallWorld,
  lastLight,
  seaRoad,
];
