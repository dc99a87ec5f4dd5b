import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The ids of redacted versions in those of these files that exist, each once. */
export function redactedVersions(files: readonly string[]): string[] {
  const ids = files.filter((file) => existsSync(file)).flatMap(idsIn)
  return [...new Set(ids)]
}

const lineSchema = z.object({ version: z.string() })

/** An incomplete last line is ignored. */
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
