// Prints the settings of the environment as JSON, or their problem; scripts/settings.mjs reads it.
import { readSettings } from '../lib/settings.ts'

process.stdout.write(JSON.stringify(checked()))

function checked() {
  try {
    return { settings: readSettings(process.env) }
  } catch (error) {
    if (error?.name !== 'SettingsError') throw error
    return { problem: error.message }
  }
}
