import type { Scene } from './draw.ts';
import { autumnPalette } from './scenes/autumn-palette.ts';
import { breatheIn } from './scenes/breathe-in.ts';
import { cityLights } from './scenes/city-lights.ts';
import { fieldSurvey } from './scenes/field-survey.ts';
import { lastLight } from './scenes/last-light.ts';
import { lateShift } from './scenes/late-shift.ts';
import { liftOff } from './scenes/lift-off.ts';
import { seaRoad } from './scenes/sea-road.ts';
import { smallSails } from './scenes/small-sails.ts';

export const scenes: Scene[] = [
  fieldSurvey,
  cityLights,
  lateShift,
  smallSails,
  breatheIn,
  autumnPalette,
  liftOff,
  lastLight,
  seaRoad,
];
