import type { TestProject } from 'vitest/node';
import { startTestCluster } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { folder, close } = await startTestCluster();
  project.provide('databaseFolder', folder);
  return close;
}
