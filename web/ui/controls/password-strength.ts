import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** What comes after it makes a guess no easier, and would take long to look at. */
const MOST = 100;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** From 0, guessed at once, to 4, infeasible to guess; the user's `known` data is as easy to guess as a dictionary. */
export const estimateStrength = (password: string, known: string[]): number =>
  estimator.check(password.slice(0, MOST), known).score;
