import '#build/macros.ts';
import { stopWhatRuns } from './running.ts';

stopWhatRuns();
