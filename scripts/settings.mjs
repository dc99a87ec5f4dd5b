// Reads the settings through lib/settings.ts, before anything is built or served.
import { register } from 'tsx/esm/api'
import { fail } from './prepare.mjs'

export async function checkedSettings() {
  const unregister = register()
  try {
    const { readSettings } = await import('../lib/settings.ts')
    return readSettings(process.env)
  } catch (error) {
    if (error?.name === 'SettingsError') fail(error.message)
    throw error
  } finally {
    await unregister()
  }
}
