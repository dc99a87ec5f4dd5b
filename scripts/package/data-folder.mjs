// Where the data of a packed Palimpsest lies: the place that the platform has for it.
import { homedir } from 'node:os'
import path from 'node:path'

const NAME = 'palimpsest'

/**
 * The data folder unless DATA_DIR names one; absolute.
 *
 * @param {Record<string, string | undefined>} env
 */
export function usualDataFolder(env = process.env, platform = process.platform) {
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local'), NAME)
  }
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', NAME)
  const given = env.XDG_DATA_HOME
  // The rule of that variable: a relative path is not to be heeded.
  const shared = given && path.isAbsolute(given) ? given : path.join(homedir(), '.local', 'share')
  return path.join(shared, NAME)
}

/**
 * Sets DATA_DIR, makes its path and that of a database's file absolute, and lets the server read
 * folders below the home and the working folder: all seen from where the command was typed, not from
 * the folder of the package, which the next version replaces.
 *
 * @param {Record<string, string | undefined>} env
 * @param {string} typedFrom
 */
export function placeData(env, typedFrom) {
  env.DATA_DIR = env.DATA_DIR ? path.resolve(typedFrom, env.DATA_DIR) : usualDataFolder(env)
  const file = /^file:(.+)/.exec(env.DATABASE_URL ?? '')?.[1]
  if (file) env.DATABASE_URL = `file:${path.resolve(typedFrom, file)}`
  env.SEED_ROOTS ||= usualRoots(typedFrom).join(path.delimiter)
}

/** The root of the disk is only allowed when set explicitly. */
function usualRoots(typedFrom) {
  const roots = new Set([path.resolve(homedir()), path.resolve(typedFrom)])
  return [...roots].filter((root) => root !== path.parse(root).root)
}
