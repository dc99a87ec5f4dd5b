import path from 'node:path'
import { z } from 'zod'

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
})

export interface Settings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = schema.safeParse(env)
  if (!parsed.success) throw new SettingsError(parsed.error.issues[0]?.message ?? 'bad setting')
  const dataDir = path.resolve(parsed.data.DATA_DIR)
  return {
    port: parsed.data.PORT,
    host: parsed.data.HOST,
    dataDir,
    databaseUrl: parsed.data.DATABASE_URL ?? `file:${path.join(dataDir, 'palimpsest.db')}`,
  }
}

let memo: Settings | undefined
export function settings(): Settings {
  return (memo ??= readSettings(process.env))
}
