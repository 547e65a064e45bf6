import { apricotGlass } from '../films/apricot-glass.ts';
import { balloonMorning } from '../films/balloon-morning.ts';
import { firstFlight } from '../films/first-flight.ts';
import { fullBloom } from '../films/full-bloom.ts';
import { goldenHour } from '../films/golden-hour.ts';
import { redNumberSeven } from '../films/red-number-seven.ts';
import { sideA } from '../films/side-a.ts';
import { silkInTheWind } from '../films/silk-in-the-wind.ts';
import { slowCoffee } from '../films/slow-coffee.ts';
import { smallWorld } from '../films/small-world.ts';
import { steadyClimb } from '../films/steady-climb.ts';
import { steadyHand } from '../films/steady-hand.ts';
import { sunFollowers } from '../films/sun-followers.ts';
import type { Film } from './film.ts';

export const films: Film[] = [
  goldenHour,
  steadyHand,
  slowCoffee,
  redNumberSeven,
  steadyClimb,
  sideA,
  apricotGlass,
  balloonMorning,
  sunFollowers,
  firstFlight,
  fullBloom,
  silkInTheWind,
  smallWorld,
];
