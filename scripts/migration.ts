// `npm run migration -- <name>` writes the migrations that lead to prisma/models, for both
// databases; without a name it only checks that none is missing (exit code 2 if one is). It runs
// once for each database, because a process can hold only one engine.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { migrate } from '@/lib/db/migrate'
import { startPostgresql } from '@/tests/support/postgresql-server'
import { differenceToModels } from './schema-engine'

type Kind = 'sqlite' | 'postgresql'

/** The missing script, found by comparison with a scratch database that has today's migrations. */
async function missingScript(kind: Kind): Promise<string | null> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-schema-'))
    const url = `file:${path.join(folder, 'scratch.db')}`
    await migrate(url)
    const script = await differenceToModels(new PrismaBetterSqlite3({ url }), 'sqlite')
    rmSync(folder, { recursive: true })
    return script
  }
  const server = await startPostgresql()
  try {
    await migrate(server.url)
    readCatalogueCharacters()
    return await differenceToModels(new PrismaPg(server.url), 'postgresql')
  } finally {
    await server.stop()
  }
}

const CHAR = 18
const TEXT = 25

/**
 * The engine reads PostgreSQL's one-byte type "char" from its catalogue, which the adapter refuses.
 */
function readCatalogueCharacters(): void {
  const results = (pg as unknown as { Result: { prototype: CatalogueResult } }).Result.prototype
  const addFields = results.addFields
  results.addFields = function (fields) {
    for (const field of fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT
    addFields.call(this, fields)
  }
}

interface CatalogueResult {
  addFields: (this: CatalogueResult, fields: { dataTypeID: number }[]) => void
}

function write(kind: Kind, name: string, script: string): void {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join('prisma', kind, 'migrations', `${time}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'migration.sql'), script)
  console.log(`${kind}: wrote ${folder}`)
}

async function one(kind: Kind, name: string | undefined): Promise<number> {
  const script = await missingScript(kind)
  if (script === null) {
    console.log(`${kind}: the models and the migrations agree`)
    return 0
  }
  if (name) {
    write(kind, name, script)
    return 0
  }
  console.error(`${kind}: the migrations do not lead to the models; missing:\n${script}`)
  return 2
}

const [first, second] = process.argv.slice(2)
if (first === '--only') {
  process.exit(await one(second as Kind, process.argv[4]))
}
const codes = (['sqlite', 'postgresql'] as const).map((kind) => {
  const args = ['--import', 'tsx', fileURLToPath(import.meta.url), '--only', kind]
  return spawnSync(process.execPath, first ? [...args, first] : args, { stdio: 'inherit' }).status
})
process.exit(Math.max(...codes.map((code) => code ?? 1)))
