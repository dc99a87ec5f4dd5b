/**
 * Names of files that are nobody's memory: what editors, downloads, systems and sync services leave
 * behind. Whoever reads files passes over them and names them in one line.
 */

/** In archives and on disks alike. */
const ANYWHERE = /^(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)$/i

const ON_DISK =
  /^(\..*|node_modules|.*~|.*\.(bak|orig|rej|tmp|swp|swo|swx|part|partial|crdownload)|.*\.tmp\..*|#.*#|~\$.*|4913|.*___jb_(old|tmp)___|.*\.sb-[0-9a-f]{8}-\w{6}|Icon\r|@eaDir|\$RECYCLE\.BIN)$/is

/** Returns whether a file or folder of this name in an archive is passed over. */
export function isPassedOver(name: string): boolean {
  return ANYWHERE.test(name)
}

/** Returns whether a file or folder of this name on a disk is passed over. */
export function isPassedOverOnDisk(name: string): boolean {
  return ANYWHERE.test(name) || ON_DISK.test(name)
}
