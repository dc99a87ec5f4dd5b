// Compresses what browsers load of the build, once and as small as it gets, instead of by every
// answer: brotli for who takes it, which saves an eighth of the scripts, and gzip for the others.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSED = /\.(?:css|js|json|svg|txt)$/

/** Smaller files fit into one packet either way; bytes. */
const MIN = 1_000

/**
 * Bytes of a file from which it is compressed less: the best compression takes a second for this
 * many.
 */
const LARGE = 500_000

/** Files at once: as many as the pool of threads takes. */
const AT_ONCE = 4

/** Writes `<file>.br` and `<file>.gz` beside each file of the folder that they make smaller. */
export async function compressAssets(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const next = files.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of next) await compress(file)
    }),
  )
}

async function compress(file) {
  const content = await readFile(file)
  if (content.length < MIN) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
