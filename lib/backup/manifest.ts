import { z } from 'zod'

/** The manifest of a backup: `manifest.json`, the archive's first entry. */
export const manifestSchema = z.object({
  format: z.literal('palimpsest-backup-1'),
  /** of the program that made it */
  version: z.string(),
  /** milliseconds since 1970 */
  createdAt: z.number(),
  migrations: z.array(z.string()),
  counts: z.object({ stores: z.number(), memories: z.number(), versions: z.number() }),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
})

export type Manifest = z.infer<typeof manifestSchema>

export const MANIFEST = 'manifest.json'
export const DATABASE = 'palimpsest.db'

/** A backup that cannot be made or used; the message is for whoever asked. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
