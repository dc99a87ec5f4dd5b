import type { TestProject } from 'vitest/node'
import { startPostgresql } from './postgresql-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** of the superuser of the run's PostgreSQL server */
    postgresqlUrl: string
  }
}

/** One PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql()
  project.provide('postgresqlUrl', server.url)
  return () => server.stop()
}
