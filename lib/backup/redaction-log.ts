import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The ids of versions that were redacted, in the files that there are; each once. */
export function redactedVersions(files: readonly string[]): string[] {
  const ids = files.filter((file) => existsSync(file)).flatMap(idsIn)
  return [...new Set(ids)]
}

const lineSchema = z.object({ version: z.string() })

/** A last line that was not written to its end counts as none. */
function idsIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => {
    try {
      return [lineSchema.parse(JSON.parse(line)).version]
    } catch {
      return []
    }
  })
}
