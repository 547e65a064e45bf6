import { geo } from '#contract/geo/geo.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';

export const geoRoutes: Routes = (route) => {
  route(geo.reverse, async ({ ctx, query, caller }) => {
    ctx.rateLimits.require('geo', addressGroup(caller.address));
    return ctx.geocoder.reverse(query.lat, query.lon);
  });
};
