import { benchSwipes } from './swipes.bench.ts';
import { report } from './result.ts';
console.log(report(await benchSwipes()));
