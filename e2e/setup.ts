import { startTestCluster } from '#server/testing/template.ts';
import { makeCamera } from './camera.ts';

/**
 * One PostgreSQL for all journeys; each server gets a database of its own, cloned from the migrated template. And one
 * camera.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  makeCamera();
  const { folder, close } = await startTestCluster();
  process.env['E2E_CLUSTER'] = folder;
  return close;
}
