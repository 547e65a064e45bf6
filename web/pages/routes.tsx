import type { RouteObject } from 'react-router';
import { pageRoutes } from './page-routes.tsx';
import { PageError } from './shell/PageError.tsx';
import { Site } from './shell/Site.tsx';

/** Every page within what stays around it; the server and the browser run the same. */
export const routes: RouteObject[] = [
  { id: 'site', Component: Site, ErrorBoundary: PageError, children: pageRoutes },
];
