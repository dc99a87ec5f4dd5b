// `npx palimpsest` of a package: checks the settings and serves; there is nothing to install or build.
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail, root, say } from '../prepare.mjs'
import { addressOf, holdPort, serve } from '../serve.mjs'

// What is written is readable by nobody else.
process.umask(0o077)
const settings = await checkedSettings()
makeDataFolder(settings)
const releasePort = await holdPort(settings)
const { config } = JSON.parse(
  readFileSync(path.join(root, '.next', 'required-server-files.json'), 'utf8'),
)
// The framework would read its settings from a file of the sources, with what builds them.
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
await serve('start', settings, releasePort)
say(`serving ${addressOf(settings)}, data in ${settings.dataDir}`)

async function checkedSettings() {
  const compiled = pathToFileURL(path.join(root, 'cli', 'settings.mjs')).href
  const { readSettings } = await import(compiled)
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error?.name === 'SettingsError') fail(error.message)
    throw error
  }
}

function makeDataFolder({ dataDir }) {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    fail(`the data folder ${dataDir} cannot be made (${error.code}): set DATA_DIR to another`)
  }
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    fail(`the data folder ${dataDir} cannot be written (${error.code}): set DATA_DIR to another`)
  }
}
