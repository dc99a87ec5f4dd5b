// Generates both Prisma clients from the one set of models. The CLI requires a schema engine binary
// and would download one, though generating never runs it: any existing executable satisfies it.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')

for (const kind of ['sqlite', 'postgresql']) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [prisma, 'generate', '--no-hints', '--schema', `prisma/${kind}`],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  )
  if (status === 0) continue
  process.stderr.write(stderr)
  process.exit(status ?? 1)
}
