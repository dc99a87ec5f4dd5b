import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from 'vitest'
import { endApplication, startApplication } from './application'

const newDataDir = () => mkdtempSync(path.join(tmpdir(), 'palimpsest-served-'))

/** Tests of the built application: one for a file, and a data folder of its own for who starts another. */
export const test = base
  .extend('application', { scope: 'file' }, async ({}, { onCleanup }) => {
    const application = await startApplication(newDataDir())
    onCleanup(() => endApplication(application))
    return application
  })
  .extend('dataDir', async ({}, { onCleanup }) => {
    const dataDir = newDataDir()
    onCleanup(() => rmSync(dataDir, { recursive: true, force: true }))
    return dataDir
  })
