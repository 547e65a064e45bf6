import { geo } from '#contract/geo.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/rate-limits.ts';

const RATE = { max: 60, seconds: 300 };

export const geoRoutes: Routes = (route) => {
  route(geo.reverse, async ({ ctx, query, caller }) => {
    ctx.rateLimits.take('geo', addressGroup(caller.address), RATE);
    return ctx.geocoder.reverse(query.lat, query.lon);
  });
};
