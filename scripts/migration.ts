// `npm run migration -- <name>` writes the migrations that lead to prisma/schema.prisma, for both
// databases; without a name it only checks that none is missing (exit code 2 if one is). A process
// holds one engine only, so each database has one of its own.
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
import { differenceTo } from './schema-engine'

type Kind = 'sqlite' | 'postgresql'

/** Types of PostgreSQL by their numbers. */
const CHAR = 18
const TEXT = 25

const [first, second, third] = process.argv.slice(2)
process.exitCode = first === '--only' ? await one(second as Kind, third) : both(first)

function both(name: string | undefined): number {
  const codes = (['sqlite', 'postgresql'] as const).map((kind) => {
    const args = ['--import', 'tsx', fileURLToPath(import.meta.url), '--only', kind]
    return spawnSync(process.execPath, name ? [...args, name] : args, { stdio: 'inherit' }).status
  })
  return Math.max(...codes.map((code) => code ?? 1))
}

async function one(kind: Kind, name: string | undefined): Promise<number> {
  const script = kind === 'sqlite' ? await missingOnSqlite() : await missingOnPostgresql()
  if (script === null) {
    console.log(`${kind}: the schema and the migrations agree`)
    return 0
  }
  if (!name) {
    console.error(`${kind}: the migrations do not lead to the schema; missing:\n${script}`)
    return 2
  }
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = path.join('prisma', kind, 'migrations', `${time}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'migration.sql'), script)
  console.log(`${kind}: wrote ${folder}`)
  return 0
}

/** By comparison with a scratch database that has today's migrations. */
async function missingOnSqlite(): Promise<string | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-schema-'))
  const url = `file:${path.join(folder, 'scratch.db')}`
  await migrate(url)
  const script = await differenceTo('prisma/sqlite/schema.prisma', new PrismaBetterSqlite3({ url }))
  rmSync(folder, { recursive: true })
  return script
}

async function missingOnPostgresql(): Promise<string | null> {
  const server = await startPostgresql()
  try {
    await migrate(server.url)
    readCatalogueCharacters()
    const script = await differenceTo('prisma/postgresql/schema.prisma', new PrismaPg(server.url))
    // Paths are ordered by their bytes, on both databases.
    return script?.replaceAll(/("(?:path|folder)" TEXT)/g, '$1 COLLATE "C"') ?? null
  } finally {
    await server.stop()
  }
}

/** The engine reads PostgreSQL's one-byte type "char" from its catalogue, which the adapter refuses. */
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
